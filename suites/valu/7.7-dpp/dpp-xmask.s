; row_xmask:n reads the lane of the row whose number differs by the bits of n.
; RDNA3 ISA, 7.7.1 (160 to 16F).  5: lane 0 reads 5, lane 3 reads 6, lane 16 reads 21.
; kills: lanes-not-moved
; assay: arch gfx1100
; assay: rules valu.dpp.move
; assay: state v1 = lane + 100
; assay: expect v0[0:3] = 105, 104, 107, 106
; assay: expect v0[16] = 121
v_mov_b32_dpp v0, v1 row_xmask:5 row_mask:0xf bank_mask:0xf
