; The halves that V_FMA_MIX takes signal as conversions do, of lanes that are live: an input denormal of 0x0001, INVALID
; of 0x7c01, a signalling NaN.  A full f32 source is no half: its low bits, 0x7c01 too, are nothing to it.
; RDNA3 ISA, 3.4.9 (EXCP), 16.10 V_FMA_MIX_F32; Vega ISA, 3.10, 12.10 V_MAD_MIX_F32.  Bits 0 and 1 of TRAPSTS.
; kills: mix-flags-lost
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules float.flags
; assay: state exec = 1
; assay: state trapsts = 0
; assay: state v1 = 0x0001, 0x7c01
; assay: state v2 = 0x7c01
; assay: state v3 = 1.0
; assay: state v4 = 0x3f807c01
; assay: observe s0 s1 s2
; assay: expect s0 = 2
; assay: expect s1 = 1
; assay: expect s2 = 0
v_fma_mix_f32 v6, v1, v3, v3 op_sel_hi:[1,0,0]
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 0, 2)
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 2), 0
s_nop 1
v_fma_mix_f32 v6, v3, v2, v3 op_sel_hi:[0,1,0]
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 0, 2)
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 2), 0
s_nop 1
v_fma_mix_f32 v6, v3, v3, v4 op_sel_hi:[0,0,0]
s_getreg_b32 s2, hwreg(HW_REG_TRAPSTS, 0, 2)
