; A fused multiply-add whose product and addend are both -0 gives -0, also where one of the three is a literal.
; RDNA3 ISA, 16.7 V_FMAAK_F32, V_FMAMK_F32.  (-0) * 1.5 + (-0) = -0; with +0 in the place of the addend it is +0.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules float.signed_zero
; assay: state v1 = 0x80000000
; assay: state v2 = 0x3fc00000
; assay: state v3 = 0
; assay: expect v0[*] = 0x80000000
; assay: expect v4[*] = 0x80000000
; assay: expect v5[*] = 0
v_fmaak_f32 v0, v1, v2, 0x80000000
v_fmamk_f32 v4, v1, 0x3fc12345, v1
v_fmamk_f32 v5, v1, 0x3fc12345, v3
