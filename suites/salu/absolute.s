; S_ABS_I32 of the least integer is that integer again; SCC is result not 0.
; RDNA3 ISA, 6.4, 16.3 S_ABS_I32; Vega ISA, 5.4, 12.3.  |0x80000001| = 0x7fffffff, |-1| = 1, |0x80000000| wraps, |0| = 0 with SCC 0.
; kills: scc-unwritten
; assay: arch gfx906 gfx1100
; assay: rules salu.absolute
; assay: state s0 = 0x80000000
; assay: expect s1 = 0x7fffffff
; assay: expect s2 = 1
; assay: expect s3 = 0x80000000
; assay: expect s4 = 1
; assay: expect s5 = 0
; assay: expect scc = 0
s_abs_i32 s1, 0x80000001
s_abs_i32 s2, -1
s_abs_i32 s3, s0
s_cselect_b32 s4, 1, 0
s_abs_i32 s5, 0
