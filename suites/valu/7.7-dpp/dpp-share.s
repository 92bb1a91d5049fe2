; row_share:n gives lane n of each row to all its lanes.
; RDNA3 ISA, 7.7.1 (150 to 15F).
; kills: lanes-not-moved
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules valu.dpp.move
; assay: state v1 = lane + 100
; assay: expect v0[0:1] = 105, 105
; assay: expect v0[15:16] = 105, 121
; assay[64]: expect v0[63] = 153
v_mov_b32_dpp v0, v1 row_share:5 row_mask:0xf bank_mask:0xf
