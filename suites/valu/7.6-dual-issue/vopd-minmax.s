; V_DUAL_MAX, V_DUAL_MIN, V_DUAL_SUB and V_DUAL_SUBREV are what the names say.
; RDNA3 ISA, 16.11.  max(2, 3) = 3, min(5, 4) = 4, 2 - 3 = -1, 4 - 5 = -1 reversed.
; kills: sources-swapped
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd
; assay: state v1 = 2.0
; assay: state v2 = 3.0
; assay: state v4 = 5.0
; assay: state v5 = 4.0
; assay: expect v0[*] = 3.0
; assay: expect v3[*] = 4.0
; assay: expect v6[*] = -1.0
; assay: expect v7[*] = -1.0
v_dual_max_f32 v0, v1, v2 :: v_dual_min_f32 v3, v4, v5
v_dual_sub_f32 v6, v1, v2 :: v_dual_subrev_f32 v7, v4, v5
