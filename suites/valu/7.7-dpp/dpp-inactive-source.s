; An inactive lane gives nothing to a DPP read: 0 with BOUND_CTRL, no write without.
; RDNA3 ISA, 7.7.1, Table 31; Vega ISA, 13.3.9.  Lane 4 is off; lane 5 would read it.
; kills: bound-ctrl
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.bounds, valu.dpp.move
; assay: state exec = 0xffffffef
; assay: state v0 = 0x77
; assay: state v2 = 0x77
; assay: state v1 = lane + 100
; assay: expect v0[3:6] = 102, 0x77, 0, 105
; assay: expect v2[3:6] = 102, 0x77, 0x77, 105
; assay: observe v0 v2
s_nop 4
v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf
