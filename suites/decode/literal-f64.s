; A literal of an f64 operand is its high half; the low half is 0.
; RDNA3 ISA, 7.2.2; Vega ISA, 6.2: 0x3ff80000_00000000 is 1.5, and 1.5 in f32 is 0x3fc00000.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.literal.wide
; assay: expect v0[*] = 0x3fc00000
v_cvt_f32_f64 v0, 0x3ff80000
