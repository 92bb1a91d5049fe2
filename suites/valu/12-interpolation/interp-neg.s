; NEG of V_INTERP negates each source, CLAMP brings the result to [0, 1].
; RDNA3 ISA, 12.3, Table 58.  P20 = 2 in lane 2, J = 3, part 1: 1 - 2 * 3 = -5, -1 + 2 * 3 = 5; clamped 0 and 1.
; kills: interp-neg-dropped
; assay: arch gfx1100
; assay: rules valu.neg, valu.clamp.float
; assay: state v0 = 0, 0, 2.0, 0
; assay: state v1 = 3.0
; assay: state v2 = 1.0
; assay: expect v3[0:3] = -5.0, -5.0, -5.0, -5.0
; assay: expect v4[0:3] = 5.0, 5.0, 5.0, 5.0
; assay: expect v5[0:3] = 0.0, 0.0, 0.0, 0.0
v_interp_p2_f32 v3, v0, -v1, v2
v_interp_p2_f32 v4, v0, v1, -v2
v_interp_p2_f32 v5, v0, -v1, v2 clamp
