; S_MUL_HI gives the high half of the 64-bit product, unsigned or signed, and SCC stays.
; RDNA3 ISA, 16.1 S_MUL_HI_U32; Vega ISA, 12.1.  0x80000000 * 4: unsigned 0x2_00000000, signed -0x2_00000000, whose high half is -2.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.multiply
; assay: state s0 = 0x80000000
; assay: state s1 = 4
; assay: state scc = 1
; assay: expect s2 = 2
; assay: expect s3 = 0xfffffffe
; assay: expect s4 = 0x77777777
; assay: expect scc = 1
; assay: observe s2 s3 s4 scc
s_mul_hi_u32 s2, s0, s1
s_mul_hi_i32 s3, s0, s1
s_mul_i32 s4, 0x11111111, 7
