; A conversion under SDWA takes the selected part: an f16 from a word, an integer from a byte with or without sign.
; Vega ISA, 13.3.7, 12.8.  Word 1 0x4200 is 3.0; byte 3 0xfe is 254 or -2.
; kills: part-ignored
; assay: arch gfx906
; assay: rules valu.sdwa.select, float.convert.exact
; assay: state v1 = 0x42000000
; assay: state v2 = 0xfe000000
; assay: expect v0[*] = 3.0
; assay: expect v3[*] = 254.0
; assay: expect v4[*] = -2.0
v_cvt_f32_f16_sdwa v0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
v_cvt_f32_u32_sdwa v3, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3
v_cvt_f32_i32_sdwa v4, sext(v2) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3
