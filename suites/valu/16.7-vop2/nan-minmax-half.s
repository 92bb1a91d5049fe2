; V_MIN_F16 and V_MAX_F16 treat NaNs as their f32 kin: under IEEE a signalling one wins, quieted; a quiet one loses.
; RDNA3 ISA, 16.7 V_MAX_F16; Vega ISA, 12.7.
; kills: ieee-ignored
; assay: arch gfx906 gfx1100
; assay: rules float.minmax, float.nan
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v1 = 0x7c01
; assay: state v2 = 0x3c00
; assay: state v3 = 0x7e00
; assay: expect v0[*] = 0x7e01
; assay: expect v4[*] = 0x3c00
v_max_f16 v0, v1, v2
v_max_f16 v4, v3, v2
