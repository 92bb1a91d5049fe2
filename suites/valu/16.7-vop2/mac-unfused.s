; V_MAC_F32, V_MADAK_F32 and V_MADMK_F32 round the product too.
; Vega ISA, 12.7.  As for V_MAD_F32: 2^-11 = 0x3a000000.
; kills: literal-zero
; assay: arch gfx906
; assay: rules float.mad
; assay: state v1 = 0x3f800800
; assay: state v0 = -1.0
; assay: state v4 = -1.0
; assay: expect v0[*] = 0x3a000000
; assay: expect v2[*] = 0x3a000000
; assay: expect v3[*] = 0x3a000000
v_mac_f32 v0, v1, v1
v_madak_f32 v2, v1, v1, 0xbf800000
v_madmk_f32 v3, v1, 0x3f800800, v4
