; A DPP word follows the instruction; row_shr:1 lets lane n read lane n-1 of its row of 16.
; RDNA3 ISA, 7.7.1; Vega ISA, 13.3.9.  Lane 0 and 16 have no lane to their left and keep 0x77.
; kills: row-shift-off
; assay: arch gfx906 gfx1100
; assay: rules decode.dpp16, valu.dpp.move, decode.unused_field
; assay: state v0 = 0x77
; assay: state v1 = lane + 100
; assay: expect v0[0:3] = 0x77, 100, 101, 102
; assay: expect v0[15:17] = 114, 0x77, 116
s_nop 1
v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf
