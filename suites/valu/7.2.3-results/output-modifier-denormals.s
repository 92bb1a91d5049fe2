; The output modifier works where MODE flushes subnormal results of f32, whatever it does to sources; where results are kept it does nothing.
; RDNA3 ISA, 7.2.3; Vega ISA, 6.2.  IEEE off; FP_DENORM of f32 is 1 (sources kept, results flushed): 1.0 * 1.0 * 2 = 2.0; then 2 (sources flushed, results kept): 1.0.
; kills: omod-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.omod
; assay: state mode = 0x1d0
; assay: state v1 = 1.0
; assay: expect v0[*] = 2.0
; assay: expect v2[*] = 1.0
v_mul_f32 v0, v1, v1 mul:2
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 2
v_mul_f32 v2, v1, v1 mul:2
