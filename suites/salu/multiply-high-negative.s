; The high half of a product of two negatives is that of the positive product when signed, not when unsigned.
; RDNA3 ISA, 16.1 S_MUL_HI_I32; Vega ISA, 12.1.  -16 * -16 = 256: high half 0; 0xfffffff0 squared = 0xffffffe0_00000100.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules salu.multiply
; assay: expect s0 = 0
; assay: expect s1 = 0xffffffe0
s_mul_hi_i32 s0, -16, -16
s_mul_hi_u32 s1, -16, -16
