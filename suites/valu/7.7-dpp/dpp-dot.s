; V_DOT2_F32_F16 may carry a DPP word.
; RDNA3 ISA, 7.7, Table 30 (VOP3P).  Lane 0 reads lane 1: 2.0 * 3.0 + 4.0 * 0.5 + 10.0 = 18.0; lane 1 reads zeros: 10.0.
; kills: lanes-not-moved
; assay: arch gfx1100
; assay: rules decode.dpp16, valu.dot
; assay: state v1 = 0, 0x40004400
; assay: state v2 = 0x42003800
; assay: state v3 = 10.0
; assay: expect v0[0:1] = 18.0, 10.0
; assay: observe v0
v_dot2_f32_f16_e64_dpp v0, v1, v2, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
