; SDWA carries OMOD, under the same conditions as VOP3.
; Vega ISA, 13.3.7, 6.2.  MODE 0x100: no denormals, IEEE 0.  3.0 * 2 = 6.0; 3.0 / 2 = 1.5.
; kills: omod-dropped
; assay: arch gfx906
; assay: rules valu.sdwa.select, valu.omod
; assay: state mode = 0x100
; assay: state v1 = 1.0
; assay: state v2 = 2.0
; assay: expect v0[*] = 6.0
; assay: expect v3[*] = 1.5
v_add_f32_sdwa v0, v1, v2 mul:2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
v_add_f32_sdwa v3, v1, v2 div:2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
