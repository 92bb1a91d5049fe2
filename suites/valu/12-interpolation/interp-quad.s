; V_INTERP_P10 takes P10 from lane 1 and P0 from lane 0 of the quad, V_INTERP_P2 takes P20 from lane 2, whether those lanes are on or off.
; RDNA3 ISA, 12.3.  P0 = 10, P10 = 2, P20 = 3, I = 4, J = 0.5: 10 + 4 * 2 = 18, and 18 + 0.5 * 3 = 19.5 in lane 3, the only one on.
; kills: quad-ignored
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules interp.quad
; assay: state v0 = 10.0, 2.0, 3.0, 7.0, 20.0, 2.0, 3.0, 7.0
; assay: state v1 = 4.0
; assay: state v2 = 0.5
; assay: state v3 = 0
; assay: state v4 = 0
; assay: state exec = 0x88
; assay: expect v3[3] = 18.0
; assay: expect v4[0:7] = 0, 0, 0, 19.5, 0, 0, 0, 29.5
v_interp_p10_f32 v3, v0, v1, v0
v_interp_p2_f32 v4, v0, v2, v3
