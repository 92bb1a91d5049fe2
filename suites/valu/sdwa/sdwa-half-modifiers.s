; ABS and NEG of a 16-bit float under SDWA work on the selected half.
; Vega ISA, 13.3.7.  Word 1 is -2.0 (0xc000), word 0 is 1.0: -|-2.0| + 1.0 = -1.0 = 0xbc00; |-2.0| + -(1.0) = 1.0.
; kills: part-ignored
; assay: arch gfx906
; assay: rules valu.sdwa.select, valu.neg, valu.abs
; assay: state v1 = 0xc0003c00
; assay: expect v0[*] = 0xbc00
; assay: expect v2[*] = 0x3c00
v_add_f16_sdwa v0, -|v1|, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_0
v_add_f16_sdwa v2, |v1|, -v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_0
