; The manual's own examples for f16: powers of four and two, zeros and infinities.
; Vega ISA, 12.8 V_RCP_F16, V_SQRT_F16, V_RSQ_F16, V_LOG_F16, V_EXP_F16 (examples); RDNA3 ISA, 16.8.  exp(-0) = 1, rcp(-inf) = -0, rsq(-0) = -inf.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state v0 = 0
; assay: state v2 = 0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v1 = 0x8000
; assay: state v6 = 0x7c00
; assay: expect v0[*] = 0x3c00
; assay: expect v2[*] = 0x8000
; assay: expect v3[*] = 0xfc00
; assay: expect v4[*] = 0xfc00
; assay: expect v5[*] = 0x7c00
v_exp_f16 v0, v1
v_rcp_f16_e64 v2, -v6
v_rsq_f16 v3, v1
v_log_f16 v4, v1
v_sqrt_f16 v5, v6
