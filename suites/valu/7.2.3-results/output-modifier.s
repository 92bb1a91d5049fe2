; OMOD multiplies the result by 2, 4 or 1/2 where MODE flushes output denormals and IEEE is 0.
; RDNA3 ISA, 7.2.3; Vega ISA, 6.2.  MODE = 0x100: no denormals, DX10_CLAMP, IEEE 0.  3.0 * 2 = 6.0, 3.0 * 4 = 12.0, 3.0 / 2 = 1.5.
; kills: omod-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.omod
; assay: state mode = 0x100
; assay: state v1 = 1.0
; assay: state v2 = 2.0
; assay: expect v0[*] = 6.0
; assay: expect v3[*] = 12.0
; assay: expect v4[*] = 1.5
v_add_f32_e64 v0, v1, v2 mul:2
v_add_f32_e64 v3, v1, v2 mul:4
v_add_f32_e64 v4, v1, v2 div:2
