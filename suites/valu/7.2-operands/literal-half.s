; A literal of a 16-bit operand is its low half.
; RDNA3 ISA, 7.2.2; Vega ISA, 6.2.1.  0x4100 is 2.5 in f16: 2.5 * 2.0 = 5.0 = 0x4500.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.literal
; assay: state v0 = 0
; assay: state v1 = 0x4000
; assay: expect v0[*] = 0x4500
v_mul_f16 v0, 0x4100, v1
