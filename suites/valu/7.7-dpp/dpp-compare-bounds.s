; A compare with DPP writes 0, not the old bit, for a lane that has no source.
; RDNA3 ISA, 7.7 (V_CMP writes the full mask).  row_shr:1: lanes 0 and 16 have no source; all lanes are equal.
; kills: mask-keeps-old
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.dpp.bounds, valu.compare
; assay: state exec = 0x000fffff
; assay: state vcc = 0xffffffff
; assay: state v1 = 5
; assay: expect vcc_lo = 0x000efffe
; assay: observe vcc_lo
v_cmp_eq_u32_dpp vcc_lo, v1, v1 row_shr:1 row_mask:0xf bank_mask:0xf
