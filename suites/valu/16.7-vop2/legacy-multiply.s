; V_MUL_LEGACY_F32 and V_MAD_LEGACY_F32 give +0 for a product with a zero factor, whatever the other is.
; Vega ISA, 12.7, 12.12.  0 * inf = +0; -0 * NaN = +0; 0 * NaN + 1.0 = 1.0; 2.0 * 3.0 = 6.0.
; kills: low-bit-flipped
; assay: arch gfx906
; assay: rules float.legacy
; assay: state v1 = inf
; assay: state v2 = 0x7fc00000
; assay: state v3 = -0.0
; assay: state v4 = 3.0
; assay: expect v0[*] = 0
; assay: expect v5[*] = 0
; assay: expect v6[*] = 1.0
; assay: expect v7[*] = 6.0
v_mul_legacy_f32 v0, 0, v1
v_mul_legacy_f32 v5, v3, v2
v_mad_legacy_f32 v6, v2, 0, 1.0
v_mul_legacy_f32 v7, 2.0, v4
