; A literal on Vega stands in source 0 of a 32-bit encoding, beside a vector register.
; Vega ISA, 6.2.1.  0x12345678 + 1, and as a float 1.5 (0x3fc00000) * 2.0 = 3.0.
; kills: literal-zero
; assay: arch gfx906
; assay: rules decode.literal
; assay: state v1 = 1
; assay: state v2 = 2.0
; assay: expect v0[*] = 0x12345679
; assay: expect v3[*] = 3.0
v_add_u32 v0, 0x12345678, v1
v_mul_f32 v3, 0x3fc00000, v2
