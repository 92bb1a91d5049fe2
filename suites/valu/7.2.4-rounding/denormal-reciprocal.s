; V_RCP_F32 flushes whatever MODE says, V_RCP_F16 when MODE says so.
; RDNA3 ISA, 16.8 V_RCP_F32, V_RCP_F16, and errata E-119; Vega ISA, 12.8.  MODE = 0x330: f32 kept, f16 flushed.  1 / 2^-127 and 1 / 2^-15: both infinite.
; kills: denormals-kept
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special, float.denorm.in
; assay: state mode = 0x330
; assay: state v1 = 0x00400000
; assay: state v2 = 0x0200
; assay: state v3 = 0
; assay: expect v0[*] = inf
; assay: expect v3[*] = 0x7c00
v_rcp_f32 v0, v1
v_rcp_f16 v3, v2
