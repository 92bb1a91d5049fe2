; Two negative numbers overflow when their sum is not negative; a carry alone is no overflow.
; RDNA3 ISA, 6.3; Vega ISA, 5.3.  -2^31 + -1 = 0x7fffffff overflows; -1 + -1 = -2 carries but does not overflow.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.overflow
; assay: state s0 = 0x80000000
; assay: expect s1 = 0x7fffffff
; assay: expect s2 = 1
; assay: expect s3 = 0xfffffffe
; assay: expect scc = 0
s_add_i32 s1, s0, -1
s_cselect_b32 s2, 1, 0
s_add_i32 s3, -1, -1
