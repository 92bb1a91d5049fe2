; A VOP3 operation may carry DPP8.
; RDNA3 ISA, 7.7, Table 30, 7.7.2.  Every lane reads lane 5 of its eight: 105 + 20 + 3 and 113 + 20 + 3.
; kills: dpp-late-unread
; assay: arch gfx1100
; assay: rules decode.dpp8
; assay: state v1 = lane + 100
; assay: state v2 = 20
; assay: state v3 = 3
; assay: expect v0[0:1] = 128, 128
; assay: expect v0[8] = 136
v_add3_u32_e64_dpp v0, v1, v2, v3 dpp8:[5,5,5,5,5,5,5,5]
