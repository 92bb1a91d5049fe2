; A literal of an f64 operand is its high half; the low half is zero.
; RDNA3 ISA, 7.2.2.2; Vega ISA, 6.2.1.  0x40080000_00000000 is 3.0, and 0x40400000 as f32.
; kills: literal-double-low
; assay: arch gfx906 gfx1100
; assay: rules decode.literal.wide
; assay: expect v0 = 3.0
; assay: expect v[2:3] = 0x4008000000000000
v_cvt_f32_f64_e32 v0, 0x40080000
v_floor_f64_e32 v[2:3], 0x40080000
