; A vector memory instruction needs 5 wait states after a VALU write of the SGPR it reads.
; Vega ISA, 4.5, Table 8.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.valu_sgpr.vmem
; assay: memory buf u32=7
; assay: state s[4:5] = buf
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect finding hazard.valu_sgpr.vmem
; assay: expect s0 = 1
; assay: observe s0
s_mov_b32 s0, 1
v_mov_b32 v2, s4
v_readfirstlane_b32 s2, v2
s_nop 3
global_load_dword v0, v1, s[2:3]
s_waitcnt vmcnt(0)
