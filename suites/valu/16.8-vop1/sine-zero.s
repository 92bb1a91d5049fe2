; The sine of a multiple of half a turn is +0; that of a zero is the zero.
; RDNA3 ISA, 16.8 V_SIN_F32, and errata E-113; Vega ISA, 12.8.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state v1 = 0.5
; assay: state v2 = -1.0
; assay: state v3 = -0.0
; assay: expect v0[*] = 0
; assay: expect v4[*] = 0
; assay: expect v5[*] = 0x80000000
; assay: expect v6[*] = 0
v_sin_f32 v0, v1
v_sin_f32 v4, v2
v_sin_f32 v5, v3
v_sin_f32_e64 v6, |v3|
