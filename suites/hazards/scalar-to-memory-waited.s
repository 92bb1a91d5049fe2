; Five wait states are enough.
; Vega ISA, 4.5, Table 8.  s_nop 4 is five states.  The pair comes out as buf again: the low word is read back from v2.
; kills: smem-offset-ignored
; assay: arch gfx906
; assay: rules hazard.valu_sgpr.vmem
; assay: memory buf u32=7,8
; assay: state s[4:5] = buf
; assay: state s[2:3] = buf
; assay: expect v0[*] = 7
; assay: expect s6 = 8
v_mov_b32 v2, s4
v_mov_b32 v1, 0
v_readfirstlane_b32 s2, v2
s_nop 4
global_load_dword v0, v1, s[2:3]
s_load_dword s6, s[4:5], 0x4
s_waitcnt vmcnt(0) lgkmcnt(0)
