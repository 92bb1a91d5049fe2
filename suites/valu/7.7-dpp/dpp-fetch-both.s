; With FI and BOUND_CTRL an inactive lane is read as it is.
; RDNA3 ISA, 7.7.1, Table 31 (last row).  Lane 4 is off; lane 5 reads it.
; kills: fetch-dropped
; assay: arch gfx1100
; assay: rules valu.dpp.fi
; assay: state exec = 0xffffffef
; assay: state v0 = 0x77
; assay: state v1 = lane + 100
; assay: expect v0[3:6] = 102, 0x77, 104, 105
; assay: observe v0
v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1 fi:1
