; SDWA selects a byte or word of each source before the operation.
; Vega ISA, 13.3.7 (SDWA).  Byte 1 of 0x00008900 is 0x89, word 1 of 0x00110000 is 0x11: 0x89 + 0x11 = 0x9a.
; With SEXT byte 1 is 0xffffff89: 0xffffff89 + 0x11 = 0xffffff9a.
; kills: sext-dropped
; assay: arch gfx906
; assay: rules decode.sdwa, valu.sdwa.select
; assay: state v1 = 0x00008900
; assay: state v2 = 0x00110000
; assay: expect v0[*] = 0x9a
; assay: expect v3[*] = 0xffffff9a
v_add_u32_sdwa v0, v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:WORD_1
v_add_u32_sdwa v3, sext(v1), v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:WORD_1
