; DPP8 names for each lane of eight the lane it reads; inactive lanes are not written.
; RDNA3 ISA, 7.7.2.  Lanes of a group of eight reversed: lane n reads lane 7-n.
; kills: exec-ignored
; assay: arch gfx1100
; assay: rules decode.dpp8
; assay: state exec = 0xffffff7f
; assay: state v0 = 0x77
; assay: state v1 = lane + 100
; assay: expect v0[0:9] = 0, 106, 105, 104, 103, 102, 101, 0x77, 115, 114
; assay: observe v0
v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0]
