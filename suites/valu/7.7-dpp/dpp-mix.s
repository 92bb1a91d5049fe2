; Mixed operations may carry a DPP word.
; RDNA3 ISA, 7.7, Table 30 (VOP3P).  Lane 0 reads lane 1: 3.0 * 2.0 + 1.0 = 7.0, lane 1 lane 0: 1.0 * 2.0 + 1.0 = 3.0.
; kills: lanes-not-moved
; assay: arch gfx1100
; assay: rules decode.dpp16, valu.mix
; assay: state v1 = 1.0, 3.0, 1.0, 3.0
; assay: state v2 = 2.0
; assay: state v3 = 1.0
; assay: expect v0[0:1] = 7.0, 3.0
; assay: observe v0
v_fma_mix_f32_e64_dpp v0, v1, v2, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
