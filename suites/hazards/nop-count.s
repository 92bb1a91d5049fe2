; S_NOP counts with four bits: s_nop 8 is nine wait states, not one.
; Vega ISA, 4.5, Table 8, and errata E-004.  Five are needed between the write of s2 and the load that reads it.
; kills: waits-ignored
; assay: arch gfx906
; assay: rules hazard.valu_sgpr.vmem, control.nop
; assay: memory buf u32=7,8
; assay: state s[4:5] = buf
; assay: state s[2:3] = buf
; assay: expect v3[*] = 7
v_mov_b32 v2, s4
v_mov_b32 v1, 0
v_readfirstlane_b32 s2, v2
s_nop 8
global_load_dword v0, v1, s[2:3]
s_waitcnt vmcnt(0)
v_mov_b32 v3, v0
