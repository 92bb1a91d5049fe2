; DX10_CLAMP suppresses exceptions of the vector ALU on RDNA3; Vega's guide says that it clamps, and no more.
; RDNA3 ISA, Table 6 "exceptions are suppressed when DX10_CLAMP==1"; Vega ISA, 3.5.  MODE 0x43f0: as 0x42f0, with DX10_CLAMP.
; kills: clamp-lets-trap
; assay: arch gfx906 gfx1100
; assay: rules control.trap.exception
; assay: trap_handler
; assay: state mode = 0x43f0
; assay: state v1 = 0.0
; assay: state s9 = 0
; assay[gfx906]: expect s9 = 1
; assay[gfx1100]: expect s9 = 0
; assay: expect s10 = 4
; assay: observe s9 s10
v_rcp_f32 v3, v1
s_getreg_b32 s10, hwreg(HW_REG_TRAPSTS, 0, 9)
s_endpgm
.section .trap,"ax"
s_add_u32 s9, s9, 1
s_rfe_b64 ttmp[0:1]
