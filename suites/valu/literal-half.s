; A 16-bit operation takes the low half of a literal.
; RDNA3 ISA, 7.2.2; Vega ISA, 6.2.1.  f16 1.5 = 0x3e00; 1.5 + 1.0 = 2.5 = 0x4100; 0x1234 + 1.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.literal
; assay: state v1 = 0x3c00
; assay: state v2 = 1
; assay: state v0 = 0
; assay: state v3 = 0
; assay: expect v0[*] = 0x4100
v_add_f16 v0, 0x3e00, v1
