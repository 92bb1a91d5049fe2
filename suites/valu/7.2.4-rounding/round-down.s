; FP_ROUND 2 rounds f32 towards minus infinity; an exact zero sum is then -0.
; RDNA3 ISA, 7.2.4, Table 28; Vega ISA, 3.5.  MODE = 0x3f2: 1.0 + 2^-30 = 1.0; -1.0 - 2^-30 = 0xbf800001.
; kills: round-to-zero
; assay: arch gfx906 gfx1100
; assay: rules float.round
; assay: state mode = 0x3f2
; assay: state v1 = 1.0
; assay: state v2 = 0x30800000
; assay: expect v0[*] = 0x3f800000
; assay: expect v3[*] = 0xbf800001
; assay: expect v4[*] = 0x80000000
v_add_f32 v0, v1, v2
v_sub_f32_e64 v3, -v1, v2
v_sub_f32 v4, v1, v1
