; The f64 sequence compilers use divides to the last bit.
; RDNA3 ISA, 16.12 V_DIV_SCALE_F64, V_DIV_FMAS_F64, V_DIV_FIXUP_F64; Vega ISA, 12.12.  10 / 3 = 0x400aaaaaaaaaaaab, from the nearest reciprocal of 3.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div, float.fma
; assay: state v[2:3] = 10.0
; assay: state v[4:5] = 3.0
; assay: state v[10:11] = 0x3fd5555555555555
; assay: expect v[0:1] = 0x400aaaaaaaaaaaab
; assay: observe v[0:1]
.if wave == 64
v_div_scale_f64 v[6:7], s[4:5], v[4:5], v[4:5], v[2:3]
v_div_scale_f64 v[8:9], vcc, v[2:3], v[4:5], v[2:3]
.else
v_div_scale_f64 v[6:7], s4, v[4:5], v[4:5], v[2:3]
v_div_scale_f64 v[8:9], vcc_lo, v[2:3], v[4:5], v[2:3]
.endif
v_fma_f64 v[12:13], -v[6:7], v[10:11], 1.0
v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]
v_mul_f64 v[12:13], v[8:9], v[10:11]
v_fma_f64 v[14:15], -v[6:7], v[12:13], v[8:9]
v_div_fmas_f64 v[10:11], v[14:15], v[10:11], v[12:13]
v_div_fixup_f64 v[0:1], v[10:11], v[4:5], v[2:3]
