; With MODE.IEEE 0 a number wins over any NaN, and of two NaNs the first comes out as it is.
; RDNA3 ISA, 16.7 V_MIN_F32, and errata E-105; Vega ISA, 12.7.  MODE = 0x1f0.  Lane 1 is off.
; kills: minimum-second
; assay: arch gfx906 gfx1100
; assay: rules float.minmax, float.nan
; assay: state mode = 0x1f0
; assay: state exec = 1
; assay: state v0 = 5
; assay: state v1 = 0x7f800001
; assay: state v2 = 0x7fc00002
; assay: state v3 = 1.0
; assay: expect v0[0:1] = 0x7f800001, 5
; assay: expect v4[0] = 1.0
; assay: observe v0 v4
v_min_f32 v0, v1, v2
v_min_f32 v4, v1, v3
