; A NaN made from numbers has only the quiet bit; it is positive, but negative from a root.
; RDNA3 ISA, 16.8 V_SQRT_F32 (example 0xffc00000), and errata E-102; Vega ISA, 12.8.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.nan
; assay: state v1 = inf
; assay: state v2 = -1.0
; assay: expect v0[*] = 0x7fc00000
; assay: expect v3[*] = 0xffc00000
v_add_f32_e64 v0, v1, -v1
v_sqrt_f32 v3, v2
