; VSKIP stays as it is in the trap handler: its vector instructions are skipped until it clears the bit.
; Vega ISA, 4.2, 3.5 (VSKIP is MODE's, which a trap does not change).
; kills: trap-clears-skip
; assay: arch gfx906
; assay: rules control.trap.enter
; assay: trap_handler
; assay: state v1 = 1
; assay: state v2 = 1
; assay: expect v1[*] = 1
; assay: expect v2[*] = 3
; assay: observe v1 v2
s_setvskip 1, 0
s_trap 1
s_endpgm
.section .trap,"ax"
v_mov_b32 v1, 2
s_setvskip 0, 0
s_nop 1
v_mov_b32 v2, 3
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_b64 ttmp[0:1]
