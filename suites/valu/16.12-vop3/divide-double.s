; In f64 the exponents are 768 apart, the power is 128, and V_DIV_FMAS scales back by it.
; RDNA3 ISA, 16.12 V_DIV_SCALE_F64, V_DIV_FMAS_F64, and errata E-117, E-118; Vega ISA, VOP3 481.  2^1023 / 1.0: 1.0 becomes 2^128 = 0x47f00000_00000000; 2^895 scaled back is 2^1023.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v[2:3] = 0x3ff0000000000000
; assay: state v[4:5] = 0x7fe0000000000000
; assay: state v[6:7] = 0x77e0000000000000
; assay: expect v[8:9] = 0x47f0000000000000
; assay: expect v[10:11] = 0x7fe0000000000000
.if wave == 64
v_div_scale_f64 v[8:9], vcc, v[2:3], v[2:3], v[4:5]
.else
v_div_scale_f64 v[8:9], vcc_lo, v[2:3], v[2:3], v[4:5]
.endif
s_nop 4
v_div_fmas_f64 v[10:11], 0, 0, v[6:7]
