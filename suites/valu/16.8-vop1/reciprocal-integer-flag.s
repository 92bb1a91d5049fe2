; V_RCP_IFLAG_F32 of zero raises the integer division by zero and no float exception; V_RCP_F32 raises the float one.
; RDNA3 ISA, 16.8 V_RCP_IFLAG_F32, 3.4.9 (EXCP); Vega ISA, 12.8.  Bit 6 of TRAPSTS is integer, bit 2 float division by zero.
; kills: flags-unraised
; assay: arch gfx906 gfx1100
; assay: rules float.flags
; assay: state mode = 0x2f0
; assay: state trapsts = 0
; assay: state v1 = 0.0
; assay: expect v0[*] = inf
; assay: expect s0 = 0x40
; assay: expect s1 = 0x44
; assay: observe v0 s0 s1
v_rcp_iflag_f32 v0, v1
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 0, 7)
v_rcp_f32 v0, v1
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 0, 7)
