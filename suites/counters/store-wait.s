; A scalar load from bytes a vector store of the same wave wrote needs the store done: vscnt(0) on RDNA3, vmcnt(0) on Vega, and clean caches.
; RDNA3 ISA, 5.6, 8.2; Vega ISA, 4.4.
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules counter.vs.unwaited, memory.own.unwaited
; assay: memory out size=16
; assay: state exec = 1
; assay: state s[4:5] = out
; assay: state v1 = 0
; assay: state v2 = 5
; assay: expect s6 = 5
global_store_dword v1, v2, s[4:5]
.if gfx906
s_waitcnt vmcnt(0)
.else
s_waitcnt_vscnt null, 0x0
.endif
s_dcache_inv
s_waitcnt lgkmcnt(0)
s_load_dword s6, s[4:5], 0x0
s_waitcnt lgkmcnt(0)
