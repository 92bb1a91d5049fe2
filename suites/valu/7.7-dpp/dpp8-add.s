; DPP8 moves source 0 of a VOP2 operation; source 1 is the lane's own.
; RDNA3 ISA, 7.7.2.  Lane n of eight reads lane 7 - n: lane 0 has 107 + 0, lane 3 104 + 3.
; kills: lanes-not-moved
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules decode.dpp8
; assay: state v1 = lane + 100
; assay: state v2 = lane
; assay: expect v0[0:3] = 107, 107, 107, 107
; assay: expect v0[8] = 123
; assay: expect v0[31] = 155
v_add_nc_u32_dpp v0, v1, v2 dpp8:[7,6,5,4,3,2,1,0]
