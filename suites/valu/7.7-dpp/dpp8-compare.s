; A compare with DPP8 reads 0 from inactive lanes and writes 0 for them.
; RDNA3 ISA, 7.7.2, 7.7 (V_CMP writes the full mask).  Lanes 0 and 1 exchange, as 2 and 3 do; lane 3 is off, so lane 2 compares 0 with 5.
; kills: mask-keeps-old
; assay: arch gfx1100
; assay: wave 32
; assay: rules decode.dpp8, valu.compare
; assay: state exec = 7
; assay: state vcc = 0xff
; assay: state v1 = 5
; assay: expect vcc_lo = 3
; assay: observe vcc_lo
v_cmp_eq_u32_dpp vcc_lo, v1, v1 dpp8:[1,0,3,2,5,4,7,6]
