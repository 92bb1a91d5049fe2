; After the wait a scalar load sees what the scalar store wrote, and a vector load too; beside it no wait is needed.
; Vega ISA, 7.3, 4.4.  5 at out, 0 beside it.
; kills: wait-one-short
; assay: arch gfx906
; assay: rules memory.own.unwaited, smem.store
; assay: memory out u32=0,0,0,0
; assay: state exec = 1
; assay: state s[4:5] = out
; assay: state s6 = 5
; assay: state v1 = 0
; assay: expect s7 = 5
; assay: expect s8 = 0
; assay: expect s9 = 5
; assay: observe s7 s8 s9 memory:out
s_store_dword s6, s[4:5], 0x0
s_load_dword s8, s[4:5], 0x4
s_waitcnt lgkmcnt(0)
s_load_dword s7, s[4:5], 0x0
global_load_dword v2, v1, s[4:5]
s_waitcnt vmcnt(0) lgkmcnt(0)
v_readfirstlane_b32 s9, v2
