; The median of three of which one is a NaN is the least of them, and -0 is less than +0, wherever the NaN stands.
; RDNA3 ISA, 16.10 V_MED3_F32 and V_MED3_F16 (a NaN: MIN3); Vega ISA, 12.12.  med3(-0, NaN, +0) = min3 = -0.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.minmax, float.signed_zero
; assay: state v1 = 0x80000000
; assay: state v2 = 0x7fc00000
; assay: state v3 = 0
; assay: state v4 = 0x8000
; assay: state v5 = 0x7e00
; assay: state v8 = 0
; assay: state v9 = 0
; assay: state v10 = 0
; assay: expect v0[*] = 0x80000000
; assay: expect v6[*] = 0x80000000
; assay: expect v7[*] = 0x80000000
; assay: expect v8[*] = 0x8000
; assay: expect v9[*] = 0x8000
; assay: expect v10[*] = 0x8000
v_med3_f32 v0, v1, v2, v3
v_med3_f32 v6, v2, v1, v3
v_med3_f32 v7, v1, v3, v2
v_med3_f16 v8, v4, v5, v3
v_med3_f16 v9, v5, v4, v3
v_med3_f16 v10, v4, v3, v5
