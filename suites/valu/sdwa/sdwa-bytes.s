; Each byte of a source may be selected; zeros fill the rest.
; Vega ISA, 13.3.7 (SDWA).  0x84736251: bytes 0 to 3 are 0x51, 0x62, 0x73, 0x84.
; kills: part-ignored
; assay: arch gfx906
; assay: rules valu.sdwa.select
; assay: state v1 = 0x84736251
; assay: expect v0[*] = 0x51
; assay: expect v2[*] = 0x62
; assay: expect v3[*] = 0x73
; assay: expect v4[*] = 0x84
v_mov_b32_sdwa v0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0
v_mov_b32_sdwa v2, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1
v_mov_b32_sdwa v3, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2
v_mov_b32_sdwa v4, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3
