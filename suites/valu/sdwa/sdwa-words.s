; Words may be selected for either source, each by its own field; SEXT extends them by bit 15.
; Vega ISA, 13.3.7.  0x80010002: word 1 0x8001, word 0 2: 0x8003; signed 0xffff8001 + 2 = 0xffff8003.
; kills: sdwa-unread
; assay: arch gfx906
; assay: rules valu.sdwa.select
; assay: state v1 = 0x80010002
; assay: expect v0[*] = 0x8003
; assay: expect v2[*] = 0xffff8003
v_add_u32_sdwa v0, v1, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_0
v_add_u32_sdwa v2, sext(v1), sext(v1) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_0
