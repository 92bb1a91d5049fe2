; V_FMAMK_F16 and V_FMAAK_F16 take the low half of their constant.
; RDNA3 ISA, 16.7 V_FMAMK_F16, V_FMAAK_F16.  2.0 * 2.5 + 1.0 = 6.0 = 0x4600; 2.0 * 1.0 + 2.5 = 4.5 = 0x4480.
; kills: literal-zero
; assay: arch gfx1100
; assay: rules decode.literal, float.fma
; assay: state v0 = 0
; assay: state v3 = 0
; assay: state v1 = 0x4000
; assay: state v2 = 0x3c00
; assay: expect v0[*] = 0x4600
; assay: expect v3[*] = 0x4480
v_fmamk_f16 v0, v1, 0x4100, v2
v_fmaak_f16 v3, v1, v2, 0x4100
