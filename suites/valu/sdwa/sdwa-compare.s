; A compare with SDWA writes VCC or any scalar pair; inactive lanes give 0.
; Vega ISA, 13.3.7 (SDWAB).  Byte 1 of 0x00000500 is 5, of lane n the low byte is n: 5 > n for lanes 0 to 4 of the eight that are on.
; kills: part-ignored
; assay: arch gfx906
; assay: rules valu.sdwa.select, valu.compare
; assay: state exec = 0xff
; assay: state vcc = 0x7700
; assay: state s[10:11] = 0x7700
; assay: state v1 = 0x99990599
; assay: state v2 = lane + 0xab00
; assay: expect vcc = 0x1f
; assay: expect s[10:11] = 0xe0
; assay: observe vcc s[10:11]
v_cmp_gt_u32_sdwa vcc, v1, v2 src0_sel:BYTE_1 src1_sel:BYTE_0
v_cmp_le_u32_sdwa s[10:11], v1, v2 src0_sel:BYTE_1 src1_sel:BYTE_0
