; S_SET_GPR_IDX_ON puts the index into M0[7:0] and the operands into M0[15:12]; other bits of M0 stay, and MODE.GPR_IDX_EN is set.
; Vega ISA, 6.9.1, 12.4.  M0 = 0xabcd0fff; index 0x37 of 0x1237; destination and source 1: 0xa: M0 = 0xabcdaf37.
; kills: literal-zero
; assay: arch gfx906
; assay: rules valu.gpr_index
; assay: state s0 = 0x1237
; assay: expect s1 = 0xabcdaf37
; assay: expect s2 = 1
; assay: expect s3 = 0
s_mov_b32 m0, 0xabcd0fff
s_set_gpr_idx_on s0, gpr_idx(SRC1,DST)
s_mov_b32 s1, m0
s_getreg_b32 s2, hwreg(HW_REG_MODE, 27, 1)
s_set_gpr_idx_off
s_nop 1
s_getreg_b32 s3, hwreg(HW_REG_MODE, 27, 1)
