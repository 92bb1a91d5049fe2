; The sine of a zero is that zero, the cosine 1, in f32 and f16.
; Vega ISA, 12.8 V_SIN_F32, V_COS_F32 (examples); RDNA3 ISA, 16.8.  Lanes: +0, -0.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 3
; assay: state v1 = 0, 0x80000000
; assay: state v2 = 0, 0x8000
; assay: state v4 = 0
; assay: state v5 = 0
; assay: expect v0[0:1] = 0, 0x80000000
; assay: expect v3[0:1] = 0x3f800000, 0x3f800000
; assay: expect v4[0:1] = 0, 0x8000
; assay: expect v5[0:1] = 0x3c00, 0x3c00
; assay: observe v0 v3 v4 v5
v_sin_f32 v0, v1
v_cos_f32 v3, v1
v_sin_f16 v4, v2
v_cos_f16 v5, v2
