; An exception that enters the trap handler breaks the clause: what is left of it issues as if there were none, and wants advice again.
; RDNA3 ISA, 5.2.1, 5.7.  0 * inf is invalid (EXCP_EN[0] is bit 12 of MODE, DX10_CLAMP is off); v6 = v5 = 5, one behind the other.
; kills: clause-survives-trap
; assay: arch gfx1100
; assay: rules control.clause.member, control.delay.missing, control.trap.exception
; assay: trap_handler
; assay: state mode = 0x12f0
; assay: state v0 = inf
; assay: state v1 = 0
; assay: state v4 = 5
; assay: state s0 = 0
; assay: expect v6[*] = 5
; assay: expect s0 = 1
; assay: expect note control.delay.missing
; assay: observe v6 s0
s_delay_alu instid0(NO_DEP)
s_clause 0x7
v_mul_f32 v2, v0, v1
v_mov_b32 v7, v4
v_mov_b32 v8, v4
v_mov_b32 v5, v4
v_mov_b32 v6, v5
v_mov_b32 v9, v4
v_mov_b32 v10, v4
v_mov_b32 v11, v4
s_endpgm
.section .trap,"ax"
s_add_u32 s0, s0, 1
s_rfe_b64 ttmp[0:1]
