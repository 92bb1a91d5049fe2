; Under SDWA S0 says that source 0 is a scalar register, S1 that source 1 is; neither says it of the other.
; Vega ISA, 13.3.7 (S0, S1).  s4 - v1 = 0x50 - 0x20 = 0x30; v4 - s1 = 9 - 7 = 2, where s4 and v1, v4 and s1 differ.
; kills: sdwa-first-vector
; assay: arch gfx906
; assay: rules valu.sdwa.select
; assay: state s4 = 0x50
; assay: state v1 = 0x20
; assay: state v4 = 9
; assay: state s1 = 7
; assay: expect v0[*] = 0x30
; assay: expect v2[*] = 2
v_sub_u32_sdwa v0, s4, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
v_sub_u32_sdwa v2, v4, s1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
