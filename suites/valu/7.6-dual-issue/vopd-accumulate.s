; V_DUAL_FMAC adds to its own destination, each half to its own.
; RDNA3 ISA, 7.6, 16.11.  2.0 * 3.0 + 1.0 = 7.0; 4.0 * 5.0 + 2.0 = 22.0.
; kills: vopd-y-dropped
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd
; assay: state v0 = 1.0
; assay: state v3 = 2.0
; assay: state v1 = 2.0
; assay: state v2 = 3.0
; assay: state v4 = 4.0
; assay: state v5 = 5.0
; assay: expect v0[*] = 7.0
; assay: expect v3[*] = 22.0
v_dual_fmac_f32 v0, v1, v2 :: v_dual_fmac_f32 v3, v4, v5
