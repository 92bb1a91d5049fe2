; S_SUB_I32 overflows when its sources differ in sign and the result's sign is not the first one's.
; RDNA3 ISA, 6.3; Vega ISA, 5.3.  -2^31 - 1 = 0x7fffffff overflows; -1 - 0x7fffffff = -2^31 does not; 5 - 7 = -2 borrows and does not overflow.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.overflow
; assay: state s0 = 0x80000000
; assay: expect s1 = 0x7fffffff
; assay: expect s2 = 1
; assay: expect s3 = 0x80000000
; assay: expect s4 = 0
; assay: expect s5 = 0xfffffffe
; assay: expect scc = 0
s_sub_i32 s1, s0, 1
s_cselect_b32 s2, 1, 0
s_sub_i32 s3, -1, 0x7fffffff
s_cselect_b32 s4, 1, 0
s_sub_i32 s5, 5, 7
