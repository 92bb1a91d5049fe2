; SDWA leaves inactive lanes as they are, whatever it does with unused bits.
; Vega ISA, 13.3.7, 3.3.
; kills: exec-ignored
; assay: arch gfx906
; assay: rules valu.sdwa.dst, exec.inactive.keep
; assay: state exec = 5
; assay: state v0 = 0x11111111
; assay: state v1 = 0x77
; assay: expect v0[0:3] = 0x7700, 0x11111111, 0x7700, 0x11111111
; assay: observe v0
v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0
