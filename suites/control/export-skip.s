; With STATUS.SKIP_EXPORT, which the trap handler may set, exports do nothing.
; RDNA3 ISA, 3.4.3, 14.3; Vega ISA, 3.5: STATUS[18].  The first export is made, the second is not.
; kills: export-skip-unseen
; assay: arch gfx906 gfx1100
; assay: rules export.skip
; assay: trap_handler
; assay: state exec = 1
; assay: state v1 = 10
; assay: state v2 = 20
; assay: state scc = 0
; assay: state s0 = 0
; assay: expect export target=0 lanes=1 0=10
; assay: expect s0 = 7
; assay: observe s0
exp mrt0 v1, off, off, off
s_waitcnt expcnt(0)
s_trap 1
exp mrt1 v2, off, off, off
s_waitcnt expcnt(0)
s_mov_b32 s0, 7
s_endpgm
.section .trap,"ax"
s_setreg_imm32_b32 hwreg(HW_REG_STATUS, 18, 1), 1
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_b64 ttmp[0:1]
