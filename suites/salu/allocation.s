; GPR_ALLOC holds VGPR_SIZE in bits 13:8 and SGPR_SIZE in 27:24, LDS_ALLOC the size in 20:12; a program may read them and not write them.
; Vega ISA, 5.8.  0x03001f00: VGPR_SIZE 0x1f, SGPR_SIZE 3; 0x00012000: LDS size 0x12.
; kills: literal-zero
; assay: arch gfx906
; assay: rules hwreg.allocation
; assay: state gpr_alloc = 0x03001f00
; assay: state lds_alloc = 0x00012000
; assay: expect s0 = 0x1f
; assay: expect s1 = 3
; assay: expect s2 = 0x12
; assay: expect s3 = 0x03001f00
; assay: expect s4 = 0x1234
s_setreg_imm32_b32 hwreg(HW_REG_GPR_ALLOC, 0, 8), 0xff
s_nop 1
s_getreg_b32 s0, hwreg(HW_REG_GPR_ALLOC, 8, 6)
s_getreg_b32 s1, hwreg(HW_REG_GPR_ALLOC, 24, 4)
s_getreg_b32 s2, hwreg(HW_REG_LDS_ALLOC, 12, 9)
s_getreg_b32 s3, hwreg(HW_REG_GPR_ALLOC)
s_mov_b32 s4, 0x1234
