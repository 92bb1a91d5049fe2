; DPP moves whole registers between lanes; of them the operation takes the half that the source names.
; RDNA3 ISA, 7.4, 7.7.  Lane n of v1 holds n in the high half and 100 in the low one: quad_perm [1,0,3,2] gives lane n's neighbour; 10 is added.
; kills: half-ignored
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules decode.half, valu.dpp.move
; assay: state v0 = 0x77770000
; assay: state v1 = 0x00000064, 0x00010064, 0x00020064, 0x00030064
; assay: state v2 = 0x000a0000
; assay: state v3 = 0x77770000
; assay: expect v0[0:3] = 0x77770001, 0x77770000, 0x77770003, 0x77770002
; assay: expect v3[0:3] = 0x7777000b, 0x7777000a, 0x7777000d, 0x7777000c
v_mov_b16_dpp v0.l, v1.h quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_nc_u16_e64_dpp v3.l, v1.h, v2.h op_sel:[1,1,0] quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
