; The sequence compilers use divides to the last bit: scale, refine an estimate (here the nearest reciprocals) by FMA, finish.
; RDNA3 ISA, 16.12 V_DIV_FMAS_F32; Vega ISA, 12.12.  10 / 3 = 0x40555555 (3.33333325), 1 / 49 = 0x3ca72f05, 2 / 7 = 0x3e924925.
; kills: fma-unfused
; assay: arch gfx906 gfx1100
; assay: rules float.div, float.fma
; assay: state exec = 7
; assay: state v1 = 0x41200000, 0x3f800000, 0x40000000
; assay: state v2 = 0x40400000, 0x42440000, 0x40e00000
; assay: state v5 = 0x3eaaaaab, 0x3ca72f05, 0x3e124925
; assay: state v0 = 0
; assay: expect v0[0:2] = 0x40555555, 0x3ca72f05, 0x3e924925
; assay: observe v0
.if wave == 64
v_div_scale_f32 v3, s[4:5], v2, v2, v1
v_div_scale_f32 v4, vcc, v1, v2, v1
.else
v_div_scale_f32 v3, s4, v2, v2, v1
v_div_scale_f32 v4, vcc_lo, v1, v2, v1
.endif
v_fma_f32 v6, -v3, v5, 1.0
v_fma_f32 v5, v6, v5, v5
v_mul_f32 v6, v4, v5
v_fma_f32 v7, -v3, v6, v4
v_fma_f32 v6, v7, v5, v6
v_fma_f32 v7, -v3, v6, v4
v_div_fmas_f32 v5, v7, v5, v6
v_div_fixup_f32 v0, v5, v2, v1
