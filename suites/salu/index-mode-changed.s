; S_SET_GPR_IDX_IDX changes the index alone, S_SET_GPR_IDX_MODE the operands alone; neither switches the mode on.
; Vega ISA, 6.9.1, 12.3, 12.5.  0xabcd5f01: index 0x42 gives 0xabcd5f42, then operands 9 give 0xabcd9f42.
; kills: literal-zero
; assay: arch gfx906
; assay: rules valu.gpr_index
; assay: state s0 = 0xfff42
; assay: expect s1 = 0xabcd5f42
; assay: expect s2 = 0xabcd9f42
; assay: expect s3 = 0
s_mov_b32 m0, 0xabcd5f01
s_set_gpr_idx_idx s0
s_mov_b32 s1, m0
s_set_gpr_idx_mode gpr_idx(SRC0,DST)
s_mov_b32 s2, m0
s_getreg_b32 s3, hwreg(HW_REG_MODE, 27, 1)
