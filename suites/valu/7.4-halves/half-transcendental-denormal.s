; The f16 transcendentals take and give subnormals where MODE keeps them.
; RDNA3 ISA, 16.8 V_SQRT_F16, V_LOG_F16, V_EXP_F16; Vega ISA, 12.8.  sqrt(2^-24) = 2^-12 = 0x0c00; log2(|-2^-24|) = -24 = 0xce00; 2^-24 = 0x0001.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental, float.denorm.in
; assay: state v0 = 0
; assay: state v2 = 0
; assay: state v3 = 0
; assay: state v1 = 1
; assay: state v4 = 0x4e00
; assay: state v5 = 0x8001
; assay: expect v0[*] = 0x0c00 ulp 1 f16
; assay: expect v2[*] = 0xce00 ulp 1 f16
; assay: expect v3[*] = 0x0001 ulp 1 f16
v_sqrt_f16 v0, v1
v_log_f16_e64 v2, |v5|
v_exp_f16_e64 v3, -v4
