; QUAD_PERM names for each lane of four the lane of its quad it reads; every quad alike.
; RDNA3 ISA, 7.7.1; Vega ISA, 13.3.9.  [1,1,3,0]: lanes 0 to 3 read 1, 1, 3, 0; lanes 4 to 7 read 5, 5, 7, 4.
; kills: lanes-not-moved
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.move
; assay: state v1 = lane + 100
; assay: expect v0[0:7] = 101, 101, 103, 100, 105, 105, 107, 104
s_nop 1
v_mov_b32_dpp v0, v1 quad_perm:[1,1,3,0] row_mask:0xf bank_mask:0xf
