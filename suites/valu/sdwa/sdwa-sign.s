; SEXT extends the selected byte by its sign before the operation.
; Vega ISA, 13.3.7.  Byte 3 of 0xf0000000 is -16: -16 + 0x20 = 0x10 signed, 0xf0 + 0x20 = 0x110 unsigned.
; kills: sext-dropped
; assay: arch gfx906
; assay: rules valu.sdwa.select
; assay: state v1 = 0xf0000000
; assay: state v2 = 0x20
; assay: expect v0[*] = 0x10
; assay: expect v3[*] = 0x110
v_add_u32_sdwa v0, sext(v1), v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:DWORD
v_add_u32_sdwa v3, v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:DWORD
