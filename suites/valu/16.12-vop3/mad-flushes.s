; V_MAD_F32 flushes f32 denormals whatever MODE says; V_MAD_F16 follows MODE.
; Vega ISA, 12.12 V_MAD_F32, and errata E-116.  MODE = 0x3f0 keeps all.  2^-130 * 1.0 + 0 gives 0; in f16 2^-15 * -(-1.0) + 0 = 0x0200.
; kills: neg-dropped
; assay: arch gfx906
; assay: rules float.mad, float.denorm.in
; assay: state v1 = 0x00080000
; assay: state v2 = 0x0200
; assay: state v3 = 0
; assay: state v4 = 0xbc00
; assay: expect v0[*] = 0
; assay: expect v3[*] = 0x0200
v_mad_f32 v0, v1, 1.0, 0
v_mad_f16 v3, v2, -v4, 0
