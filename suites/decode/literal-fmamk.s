; FMAMK and FMAAK (MADMK, MADAK on Vega) hold their constant in the dword after them.
; RDNA3 ISA, 16.7 V_FMAMK_F32; Vega ISA, 12.7 V_MADMK_F32: D = S0 * K + S1.  2.0 * 3.0 + 1.0 = 7.0; 2.0 * 1.0 + 3.0 = 5.0.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.literal
; assay: state v1 = 2.0
; assay: state v2 = 1.0
; assay: expect v0[*] = 7.0
; assay: expect v3[*] = 5.0
.if gfx906
v_madmk_f32 v0, v1, 0x40400000, v2
v_madak_f32 v3, v1, v2, 0x40400000
.else
v_fmamk_f32 v0, v1, 0x40400000, v2
v_fmaak_f32 v3, v1, v2, 0x40400000
.endif
