; On Vega a source of SDWA may be a scalar register, with a select of its own.
; Vega ISA, 13.3.7 (S0, S1).  Byte 1 of 0x00003400 plus byte 0 of 0x12 = 0x46; the other way round too.
; kills: sdwa-unread-vector
; assay: arch gfx906
; assay: rules valu.sdwa.select
; assay: state s4 = 0x00003400
; assay: state v1 = 0x5512
; assay: expect v0[*] = 0x46
; assay: expect v2[*] = 0x46
v_add_u32_sdwa v0, s4, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:BYTE_0
v_add_u32_sdwa v2, v1, s4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:BYTE_1
