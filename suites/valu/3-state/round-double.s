; The upper two bits of FP_ROUND steer f64 and f16; those of f32 stay apart.
; RDNA3 ISA, 3.4.2; Vega ISA, 3.5.  MODE 0x3f0, field 3:2 = 1: f64 and f16 go up, f32 to nearest.  1 + 2^-60: 0x3ff00000_00000001; f16 1 + 2^-14: 0x3c01; f32 1 + 2^-30: 1.0.
; kills: setreg-whole
; assay: arch gfx906 gfx1100
; assay: rules float.round
; assay: state mode = 0x3f0
; assay: state v[2:3] = 8.673617379884035e-19
; assay: state v4 = 0x0400
; assay: state v5 = 0x30800000
; assay: state v6 = 0
; assay: expect v[0:1] = 0x3ff0000000000001
; assay: expect v6[*] = 0x3c01
; assay: expect v7[*] = 1.0
; assay: expect mode = 0x3f4
; assay: observe v[0:1] v6 v7 mode
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 1
v_add_f64 v[0:1], v[2:3], 1.0
v_add_f16 v6, 1.0, v4
v_add_f32 v7, 1.0, v5
