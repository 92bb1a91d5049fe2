; SDWA writes the byte or word DST_SEL names; the rest is kept, cleared, or the sign.
; Vega ISA, 13.3.7.  0x70 + 0x11 = 0x81 into byte 1: PRESERVE 0xaabb81dd, PAD 0x00008100, SEXT 0xffff8100.
; kills: preserve-dropped
; assay: arch gfx906
; assay: rules valu.sdwa.dst
; assay: state v0 = 0xaabbccdd
; assay: state v3 = 0xaabbccdd
; assay: state v4 = 0xaabbccdd
; assay: state v1 = 0x70
; assay: state v2 = 0x11
; assay: expect v0[*] = 0xaabb81dd
; assay: expect v3[*] = 0x00008100
; assay: expect v4[*] = 0xffff8100
v_add_u32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD
v_add_u32_sdwa v3, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
v_add_u32_sdwa v4, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:DWORD src1_sel:DWORD
