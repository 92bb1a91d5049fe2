; Private memory lies lane by lane: what a lane stores, it loads back, and no other sees it.
; RDNA3 ISA, 11.2 (swizzle); Vega ISA, 9.4.  Offset 4 holds lane + 100, offset 8 lane + 200.
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules memory.address.scratch
; assay: scratch 16
; assay: state s4 = 4
; assay: state v1 = lane + 100
; assay: state v2 = lane + 200
; assay: expect v5[0:2] = 100, 101, 102
; assay: expect v6[0:2] = 200, 201, 202
; assay: expect v7[0:2] = 100, 101, 102
scratch_store_dword off, v1, s4
scratch_store_dword off, v2, s4 offset:4
scratch_load_dword v5, off, s4
scratch_load_dword v6, off, s4 offset:4
s_waitcnt vmcnt(0)
v_mov_b32 v7, v5
