; Where the exact f16 result is 0 or infinity it is that to the bit: roots of zeros, reciprocals of infinity, exp(-inf), log(1).
; Vega ISA, 12.8 V_SQRT_F16, V_RSQ_F16, V_RCP_F16, V_EXP_F16, V_LOG_F16 (examples); RDNA3 ISA, 16.8.  Lanes: +0, -0, +inf, 1.0.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 0xf
; assay: state v0 = 0
; assay: state v2 = 0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v1 = 0, 0x8000, 0x7c00, 0x3c00
; assay: state v6 = 0xfc00
; assay: expect v0[0:2] = 0, 0x8000, 0x7c00
; assay: expect v2[0:2] = 0x7c00, 0xfc00, 0
; assay: expect v3[0:2] = 0x7c00, 0xfc00, 0
; assay: expect v4[0:2] = 0xfc00, 0xfc00, 0x7c00
; assay: expect v4[3] = 0
; assay: expect v5[*] = 0
; assay: observe v0 v2 v3 v4 v5
v_sqrt_f16 v0, v1
v_rsq_f16 v2, v1
v_rcp_f16 v3, v1
v_log_f16 v4, v1
s_mov_b64 exec, -1
v_exp_f16 v5, v6
