; A lane that masks switch off, or that reads beyond the row without BOUND_CTRL, keeps its register.
; RDNA3 ISA, 7.7.1, Table 31; Vega ISA, 13.3.9.  Lane 0 reads beyond the row; lane 16 is in a row that is masked.
; kills: dpp-old-source
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.masks, valu.dpp.bounds
; assay: state v2 = 0x77
; assay: state v1 = lane + 100
; assay: state v3 = 0x1000
; assay: expect v2[0:1] = 0x77, 0x1064
; assay: expect v2[16:17] = 0x77, 0x77
; assay: observe v2
s_nop 4
v_xor_b32_dpp v2, v1, v3 row_shr:1 row_mask:0x1 bank_mask:0xf
