; A 16-bit result may go to either word, and PRESERVE keeps the other.
; Vega ISA, 13.3.7.  1.0 + 2.0 = 3.0 = 0x4200.
; kills: preserve-dropped
; assay: arch gfx906
; assay: rules valu.sdwa.dst
; assay: state v0 = 0x11112222
; assay: state v3 = 0x11112222
; assay: state v1 = 0x3c00
; assay: state v2 = 0x4000
; assay: expect v0[*] = 0x42002222
; assay: expect v3[*] = 0x11114200
; assay: expect v4[*] = 0x42000000
v_add_f16_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0
v_add_f16_sdwa v3, v1, v2 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0
v_add_f16_sdwa v4, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:WORD_0
