; A trap handler loads into its temporaries, as it saves and restores what it needs.
; RDNA3 ISA, 3.3.1.4, Table 34; Vega ISA, 3.10; errata E-272.
; kills: trap-loads-refused
; assay: arch gfx906 gfx1100
; assay: rules control.trap.enter
; assay: trap_handler
; assay: memory buf u32=7,9,0,0
; assay: state s[2:3] = buf
; assay: state s5 = 0
; assay: state s6 = 0
; assay: expect s5 = 7
; assay: expect s6 = 9
; assay: observe s5 s6
s_trap 1
s_endpgm
.section .trap,"ax"
s_load_dwordx2 ttmp[4:5], s[2:3], 0x0
s_waitcnt lgkmcnt(0)
s_mov_b32 s5, ttmp4
s_mov_b32 s6, ttmp5
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_b64 ttmp[0:1]
