; FP_ROUND 1 rounds f32 towards plus infinity.
; RDNA3 ISA, 7.2.4, Table 28; Vega ISA, 3.5.  MODE = 0x3f1: 1.0 + 2^-30 = 0x3f800001; -1.0 - 2^-30 = -1.0.
; kills: round-to-zero
; assay: arch gfx906 gfx1100
; assay: rules float.round
; assay: state mode = 0x3f1
; assay: state v1 = 1.0
; assay: state v2 = 0x30800000
; assay: expect v0[*] = 0x3f800001
; assay: expect v3[*] = 0xbf800000
v_add_f32 v0, v1, v2
v_sub_f32_e64 v3, -v1, v2
