; SDWA carries CLAMP: a float sum goes to [0, 1], a 16-bit sum to the greatest u16.
; Vega ISA, 13.3.7.  2.0 + 2.0 gives 1.0; 0xfff0 + 0x20 gives 0xffff.
; kills: clamp-dropped
; assay: arch gfx906
; assay: rules valu.sdwa.select, valu.clamp.float
; assay: state v1 = 2.0
; assay: state v2 = 0xfff00020
; assay: expect v0[*] = 1.0
; assay: expect v3[*] = 0xffff
v_add_f32_sdwa v0, v1, v1 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
v_add_u16_sdwa v3, v2, v2 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_0
