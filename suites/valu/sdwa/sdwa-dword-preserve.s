; With DST_SEL DWORD there are no unused bits to preserve: a 16-bit sum clears the high half as without SDWA.
; Vega ISA, 13.3.7, and errata E-072.  2 + 3 = 5; as a byte 1 with PRESERVE 0x12340500.
; kills: preserve-dropped
; assay: arch gfx906
; assay: rules valu.sdwa.dst, valu.half.keep
; assay: state v0 = 0x12340000
; assay: state v3 = 0x12340000
; assay: state v1 = 2
; assay: state v2 = 3
; assay: expect v0[*] = 5
; assay: expect v3[*] = 0x12340500
v_add_u16_sdwa v0, v1, v2 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0
v_add_u16_sdwa v3, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0
