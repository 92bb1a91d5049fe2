; OMOD of an operation that flushes by itself still goes by MODE.
; RDNA3 ISA, 7.2.3, and errata E-120; Vega ISA, 6.2.  1 / 2.0 = 0.5: with denormals in MODE (0x1f0) OMOD is ignored, without it gives 1.0.
; kills: omod-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.omod
; assay: state mode = 0x1f0
; assay: state v1 = 2.0
; assay: expect v0[*] = 0.5
; assay: expect v2[*] = 1.0
v_rcp_f32_e64 v0, v1 mul:2
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0
v_rcp_f32_e64 v2, v1 mul:2
