; VOP3 operations may carry a DPP word; it moves source 0 only.
; RDNA3 ISA, 7.7, Table 30 (VOP3).  Lane 0: 101 + 20 + 3.
; kills: lanes-not-moved
; assay: arch gfx1100
; assay: rules decode.dpp16, valu.dpp.move
; assay: state v1 = lane + 100
; assay: state v2 = lane + 20
; assay: state v3 = 3
; assay: expect v0[0:3] = 124, 124, 128, 128
v_add3_u32_e64_dpp v0, v1, v2, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
