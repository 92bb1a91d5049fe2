; The waits of one counter may stand in a clause where they name no register, though not as its first instruction.
; RDNA3 ISA, 5.2, 16.2 "may only appear inside a clause if the SGPR operand is set to NULL"; errata E-231.  buf = {7, 9}.
; kills: clause-wait-refused
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v2[*] = 7
; assay: expect v3[*] = 9
; assay: observe v2 v3
s_clause 0x4
global_load_b32 v2, v1, s[2:3]
s_waitcnt_vscnt null, 0x0
s_waitcnt_lgkmcnt null, 0x0
s_waitcnt_expcnt null, 0x0
global_load_b32 v3, v1, s[2:3] offset:4
s_waitcnt_vmcnt null, 0x0
