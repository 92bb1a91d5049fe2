; S_ADD_I32 and S_SUB_I32 set SCC on signed overflow, not on carry.
; RDNA3 ISA, 6.5; Vega ISA, 5.5.  0x7fffffff + 1 = 0x80000000 overflows (SCC 1, kept as s2); -1 + 1 = 0 does not.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.overflow
; assay: expect s0 = 0x80000000
; assay: expect s2 = 1
; assay: expect s1 = 0
; assay: expect scc = 0
s_add_i32 s0, 0x7fffffff, 1
s_cselect_b32 s2, 1, 0
s_add_i32 s1, -1, 1
