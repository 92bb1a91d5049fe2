; A wait for VMcnt proves image loads, samples and atomics that return, in their order; one for VScnt proves image stores on RDNA3.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.  The T# is unbound: each gives 0.  Of three the first is there at vmcnt(2).
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules counter.vm.unwaited, counter.order, counter.wait
; assay: state s[4:11] = 0, 0, 0, 0, 0, 0, 0, 0
; assay: state s[12:15] = 0, 0, 0, 0
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v1 = 5
; assay: state v[8:9] = 7
; assay: expect v8[0] = 0
; assay: expect v9[0] = 0
; assay: observe v8 v9
.if gfx906
image_load v2, v0, s[4:11] dmask:0x1 unorm
image_sample_lz v3, v[0:1], s[4:11], s[12:15] dmask:0x1
image_atomic_add v1, v0, s[4:11] dmask:0x1 unorm glc
.else
image_load v2, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
image_sample_lz v3, v0, s[4:11], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_1D
image_atomic_add v1, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm glc
.endif
s_waitcnt vmcnt(2)
v_mov_b32 v8, v2
s_waitcnt vmcnt(0)
v_mov_b32 v9, v3
