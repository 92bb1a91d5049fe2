; NEG and ABS change the sign of a NaN as of any value, before the operation makes it quiet.
; RDNA3 ISA, 7.2.3; Vega ISA, 6.2.2.  1.0 + -(0x7fc00123) = 0xffc00123; 1.0 + |0xffc00123| = 0x7fc00123.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.nan, valu.neg
; assay: state v1 = 1.0
; assay: state v2 = 0x7fc00123
; assay: state v3 = 0xffc00123
; assay: expect v0[*] = 0xffc00123
; assay: expect v4[*] = 0x7fc00123
v_add_f32_e64 v0, v1, -v2
v_add_f32_e64 v4, v1, |v3|
