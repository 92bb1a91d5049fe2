; V_MAXMIN_F32 is the minimum of source 2 and the maximum of the others, V_MINMAX_F32 the other way round; NaNs are passed over.
; RDNA3 ISA, 16.12 V_MAXMIN_F32.  min(max(NaN, 5.0), 3.0) = 3.0; max(min(NaN, 5.0), 3.0) = 5.0.
; kills: minimum-first
; assay: arch gfx1100
; assay: rules float.minmax
; assay: state v1 = 0x7fc00000
; assay: state v2 = 5.0
; assay: state v3 = 3.0
; assay: expect v0[*] = 3.0
; assay: expect v4[*] = 5.0
v_maxmin_f32 v0, v1, v2, v3
v_minmax_f32 v4, v1, v2, v3
