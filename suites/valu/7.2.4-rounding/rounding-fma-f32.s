; V_FMA_F32 rounds once, as MODE says.
; RDNA3 ISA, 7.2.4, 16.12 V_FMA_F32; Vega ISA, 6.4, 12.12.  Products of numbers just above 1 and a small addend.  Both signs, in the four modes: nearest even, up, down, to zero.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.round, float.fma
; assay: state exec = 0xf
; assay: state v2 = 0x3f800001, 0xbf800001, 0x3f800003, 0xbf800003
; assay: state v4 = 0x3f800001, 0x3f800001, 0x3f800005, 0x3f800005
; assay: state v6 = 0x33000000, 0xb3000000, 0xb3000000, 0x33000000
; assay: state v20 = 0
; assay: state v22 = 0
; assay: state v24 = 0
; assay: state v26 = 0
; assay: expect v20[0:3] = 0x3f800002, 0xbf800002, 0x3f800008, 0xbf800008
; assay: expect v22[0:3] = 0x3f800003, 0xbf800002, 0x3f800008, 0xbf800007
; assay: expect v24[0:3] = 0x3f800002, 0xbf800003, 0x3f800007, 0xbf800008
; assay: expect v26[0:3] = 0x3f800002, 0xbf800002, 0x3f800007, 0xbf800007
; assay: observe v20 v22 v24 v26
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0
v_fma_f32 v20, v2, v4, v6
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
v_fma_f32 v22, v2, v4, v6
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 2
v_fma_f32 v24, v2, v4, v6
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3
v_fma_f32 v26, v2, v4, v6
