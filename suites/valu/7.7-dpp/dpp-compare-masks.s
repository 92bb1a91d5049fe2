; A compare with DPP writes 0 for the lanes its row and bank masks switch off.
; RDNA3 ISA, 7.7.1 (row_mask, bank_mask).  All lanes equal; row 0 and banks 0 and 2: lanes 0-3 and 8-11.
; kills: row-mask-ignored
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.dpp.masks, valu.compare
; assay: state vcc = 0xffffffff
; assay: state v1 = 5
; assay: expect vcc_lo = 0x0f0f
; assay: observe vcc_lo
v_cmp_eq_u32_dpp vcc_lo, v1, v1 quad_perm:[0,1,2,3] row_mask:0x1 bank_mask:0x5
