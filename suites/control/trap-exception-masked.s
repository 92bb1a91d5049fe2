; An exception that EXCP_EN does not name enters no trap handler, but is marked in TRAPSTS.
; RDNA3 ISA, 3.4.9 "accumulated regardless of the setting of EXCP_EN"; Vega ISA, 3.10.  MODE 0x82f0: EXCP_EN.overflow (bit 15); inf - inf is INVALID.
; kills: exception-unmasked
; assay: arch gfx906 gfx1100
; assay: rules control.trap.exception
; assay: trap_handler
; assay: state mode = 0x82f0
; assay: state v0 = inf
; assay: state s9 = 0
; assay: expect s9 = 0
; assay: expect s6 = 1
; assay: observe s6 s9
v_sub_f32 v2, v0, v0
s_getreg_b32 s6, hwreg(HW_REG_TRAPSTS, 0, 9)
s_endpgm
.section .trap,"ax"
s_add_u32 s9, s9, 1
s_rfe_b64 ttmp[0:1]
