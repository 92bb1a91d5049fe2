; OMOD comes before CLAMP.
; RDNA3 ISA, 7.2.3; Vega ISA, 6.5.  (0.75 + 0.75) / 2 = 0.75, not 0.5; 0.75 * 2 = 1.5 is clamped to 1.0.
; kills: omod-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.omod, valu.clamp.float
; assay: state mode = 0x100
; assay: state v1 = 0.75
; assay: state v2 = 0.0
; assay: expect v0[*] = 0.75
; assay: expect v3[*] = 1.0
; assay: expect v4[*] = 0.75
v_add_f32_e64 v0, v1, v1 clamp div:2
v_add_f32_e64 v3, v1, v2 clamp mul:2
v_add_f32_e64 v4, v1, v2 clamp
