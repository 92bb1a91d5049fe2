; V_MIN_F16 and V_MAX_F16 pass over a quiet NaN and order -0 below +0.
; RDNA3 ISA, 16.7 V_MIN_F16; Vega ISA, 12.7.  min(NaN, 1.0) = 1.0; min(+0, -0) = -0; max = +0.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.minmax, float.signed_zero
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v1 = 0x7e00
; assay: state v2 = 0x3c00
; assay: state v3 = 0x8000
; assay: state v6 = 0
; assay: expect v0[*] = 0x3c00
; assay: expect v4[*] = 0x8000
; assay: expect v5[*] = 0
v_min_f16 v0, v1, v2
v_min_f16 v4, v6, v3
v_max_f16 v5, v6, v3
