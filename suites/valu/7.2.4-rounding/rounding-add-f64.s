; V_ADD_F64 rounds as MODE says.
; RDNA3 ISA, 7.2.4, 16.12 V_ADD_F64; Vega ISA, 6.4, 12.12.  1 + 2^-54 and the next number.  Both signs, in the four modes: nearest even, up, down, to zero.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.round
; assay: state exec = 0xf
; assay: state v[2:3] = 0x3ff0000000000000, 0xbff0000000000000, 0x3ff0000000000001, 0xbff0000000000001
; assay: state v[4:5] = 0x3c90000000000000, 0xbc90000000000000, 0x3c90000000000000, 0xbc90000000000000
; assay: state v20 = 0
; assay: state v21 = 0
; assay: state v22 = 0
; assay: state v23 = 0
; assay: state v24 = 0
; assay: state v25 = 0
; assay: state v26 = 0
; assay: state v27 = 0
; assay: expect v[20:21] = 0x3ff0000000000000, 0xbff0000000000000, 0x3ff0000000000001, 0xbff0000000000001
; assay: expect v[22:23] = 0x3ff0000000000001, 0xbff0000000000000, 0x3ff0000000000002, 0xbff0000000000001
; assay: expect v[24:25] = 0x3ff0000000000000, 0xbff0000000000001, 0x3ff0000000000001, 0xbff0000000000002
; assay: expect v[26:27] = 0x3ff0000000000000, 0xbff0000000000000, 0x3ff0000000000001, 0xbff0000000000001
; assay: observe v[20:21] v[22:23] v[24:25] v[26:27]
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 0
v_add_f64 v[20:21], v[2:3], v[4:5]
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 1
v_add_f64 v[22:23], v[2:3], v[4:5]
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 2
v_add_f64 v[24:25], v[2:3], v[4:5]
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 3
v_add_f64 v[26:27], v[2:3], v[4:5]
