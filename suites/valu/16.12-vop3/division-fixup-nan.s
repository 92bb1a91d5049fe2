; 0 / 0 and inf / inf give the NaN 0xffc00000; a NaN operand comes out quiet, the numerator's before the denominator's.
; RDNA3 ISA, 16.12 V_DIV_FIXUP_F32; Vega ISA, 12.12.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div, float.nan
; assay: state v1 = 0, 0xff800000, 0x7f800055, 0x3f800000
; assay: state v2 = 0x80000000, 0x7f800000, 0x7fc00077, 0x7f800066
; assay: state v3 = 9.0
; assay: state exec = 0xf
; assay: state v0 = 0
; assay: expect v0[0:3] = 0xffc00000, 0xffc00000, 0x7fc00055, 0x7fc00066
; assay: observe v0
v_div_fixup_f32 v0, v3, v2, v1
