; A sum with carry under SDWA adds the selected parts; its carry is that of the 32-bit sum.
; Vega ISA, 13.3.7.  Word 1 sign-extended 0xffffffff + 1 carries in every lane that is on; as a word 0xffff + 1 does not.
; kills: part-ignored
; assay: arch gfx906
; assay: rules valu.sdwa.select, valu.carry
; assay: state exec = 3
; assay: state vcc = 0
; assay: state v0 = 9
; assay: state v1 = 0xffff0001
; assay: expect v0[0:2] = 0, 0, 9
; assay: expect s[2:3] = 3
; assay: expect vcc = 0
; assay: expect v2[0] = 0x10000
; assay: observe v0 v2 s[2:3] vcc
v_add_co_u32_sdwa v0, vcc, sext(v1), v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_0
s_nop 4
s_mov_b64 s[2:3], vcc
v_add_co_u32_sdwa v2, vcc, v1, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_0
