; UNUSED_SEXT fills above the written part with its sign and clears what lies below.
; Vega ISA, 13.3.7.  0x80 into byte 2: 0xff800000; 0x8000 into word 0: 0xffff8000; 0x40 into byte 1: 0x00004000; 0x80 into byte 3: 0x80000000.
; kills: part-ignored
; assay: arch gfx906
; assay: rules valu.sdwa.dst
; assay: state v1 = 0x00ff8040
; assay: expect v0[*] = 0xff800000
; assay: expect v2[*] = 0xffff8040
; assay: expect v3[*] = 0x00004000
; assay: expect v4[*] = 0x80000000
v_mov_b32_sdwa v0, v1 dst_sel:BYTE_2 dst_unused:UNUSED_SEXT src0_sel:BYTE_1
v_mov_b32_sdwa v2, v1 dst_sel:WORD_0 dst_unused:UNUSED_SEXT src0_sel:WORD_0
v_mov_b32_sdwa v3, v1 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_0
v_mov_b32_sdwa v4, v1 dst_sel:BYTE_3 dst_unused:UNUSED_SEXT src0_sel:BYTE_1
