; V_CVT_PK_U8_F32 rounds by MODE; it does not truncate.
; RDNA3 ISA, 16.12 V_CVT_PK_U8_F32, and errata E-129; Vega ISA, VOP3 477.  To nearest even 2.5 gives 2 and 3.5 gives 4; upwards (MODE = 0x3f1) 2.5 gives 3.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.byte, float.round
; assay: state v1 = 2.5
; assay: state v2 = 3.5
; assay: state v3 = 0x11223344
; assay: expect v0[*] = 0x11223302
; assay: expect v4[*] = 0x11220444
; assay: expect v5[*] = 0x11033344
v_cvt_pk_u8_f32 v0, v1, 0, v3
v_cvt_pk_u8_f32 v4, v2, 1, v3
.if gfx906
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
.else
s_round_mode 0x1
.endif
v_cvt_pk_u8_f32 v5, v1, 2, v3
