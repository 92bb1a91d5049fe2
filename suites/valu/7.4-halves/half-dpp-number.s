; The half bit of a source is no part of its register's number, under DPP too: v1.h lies in v1, and v129 is not read.
; RDNA3 ISA, 7.4, 7.7.  Lane n of v1 holds n in the high half: row_ror:1 brings lane n that of the lane below, lane 0 that of lane 15.
; kills: dpp-half-numbered
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules decode.half, valu.dpp.move
; assay: state v0 = 0x77770000
; assay: state v1 = 0x00000064, 0x00010064, 0x00020064, 0x00030064, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x000f0064
; assay: state v129 = 0x00330033
; assay: expect v0[0:4] = 0x7777000f, 0x77770000, 0x77770001, 0x77770002, 0x77770003
v_mov_b16_dpp v0.l, v1.h row_ror:1 row_mask:0xf bank_mask:0xf
