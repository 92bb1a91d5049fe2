; Where the trap handler and its memory lie: TBA and TMA, in units of 256 bytes, by S_SENDMSG_RTN or S_GETREG.
; RDNA3 ISA, 3.1 (bit 63 of TBA: present), 5.3; Vega ISA, 3.10; errata E-244.  TBA 0x2000000 is 0x20000, TMA 0xffff800000000300 is bits 47:8, 0x8000000003.
; kills: trap-base-bytes
; assay: arch gfx906 gfx1100
; assay: rules control.trap.base
; assay: trap_handler tba=0x2000000 tma=0xffff800000000300
; assay[gfx906]: expect s4 = 0x20000
; assay[gfx906]: expect s5 = 0
; assay[gfx906]: expect s6 = 3
; assay[gfx906]: expect s7 = 0x80
; assay[gfx1100]: expect s4 = 0x20000
; assay[gfx1100]: expect s5 = 0x80000000
; assay[gfx1100]: expect s6 = 3
; assay[gfx1100]: expect s7 = 0x80
; assay: observe s4 s5 s6 s7
.if gfx906
s_getreg_b32 s4, hwreg(HW_REG_TBA_LO)
s_getreg_b32 s5, hwreg(HW_REG_TBA_HI)
s_getreg_b32 s6, hwreg(HW_REG_TMA_LO)
s_getreg_b32 s7, hwreg(HW_REG_TMA_HI)
.else
s_sendmsg_rtn_b64 s[4:5], sendmsg(MSG_RTN_GET_TBA)
s_sendmsg_rtn_b64 s[6:7], sendmsg(MSG_RTN_GET_TMA)
s_waitcnt lgkmcnt(0)
.endif
s_endpgm
.section .trap,"ax"
s_rfe_b64 ttmp[0:1]
