; V_FRACT_F16 and V_FRACT_F64 are the source less its floor.
; RDNA3 ISA, 16.8 V_FRACT_F16, V_FRACT_F64; Vega ISA, 12.8.  -1.25 gives 0.75: 0x3a00 and 0x3fe8000000000000; |-1.25| gives 0.25.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.fract
; assay: state v0 = 0
; assay: state v3 = 0
; assay: state v1 = 0xbd00
; assay: state v[4:5] = -1.25
; assay: expect v0[*] = 0x3a00
; assay: expect v3[*] = 0x3400
; assay: expect v[6:7] = 0.75
v_fract_f16 v0, v1
v_fract_f16_e64 v3, |v1|
v_fract_f64 v[6:7], v[4:5]
