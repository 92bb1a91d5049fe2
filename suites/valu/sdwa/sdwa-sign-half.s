; In a 16-bit operation SEXT extends the byte to 16 bits before the sum is clamped.
; Vega ISA, 13.3.7, and errata E-073.  Byte 0xf0 is 0xfff0: 0xfff0 + 0x20 has a carry, clamped 0xffff; without SEXT 0xf0 + 0x20 = 0x110.
; kills: sext-dropped
; assay: arch gfx906
; assay: rules valu.sdwa.select, valu.clamp.int
; assay: state v1 = 0xf0000000
; assay: state v2 = 0x20
; assay: expect v0[*] = 0xffff
; assay: expect v3[*] = 0x110
v_add_u16_sdwa v0, sext(v1), v2 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:WORD_0
v_add_u16_sdwa v3, v1, v2 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:WORD_0
