; DPP8 with FI reads inactive lanes.
; RDNA3 ISA, 7.7.2.  Lanes of eight reversed; lane 7 is off and lane 0 reads it.
; kills: fetch-dropped
; assay: arch gfx1100
; assay: rules decode.dpp8, valu.dpp.fi
; assay: state exec = 0xffffff7f
; assay: state v0 = 0x77
; assay: state v1 = lane + 100
; assay: expect v0[0:8] = 107, 106, 105, 104, 103, 102, 101, 0x77, 115
; assay: observe v0
v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0] fi:1
