; Image loads, samples and atomics that return count on VMcnt.
; RDNA3 ISA, 5.6; Vega ISA, 4.4 "VM_CNT: memory reads" and image ones.  The T# is unbound; three results are used too early.
; kills: images-uncounted
; assay: arch gfx906 gfx1100
; assay: rules counter.vm.unwaited
; assay: state s[4:11] = 0, 0, 0, 0, 0, 0, 0, 0
; assay: state s[12:15] = 0, 0, 0, 0
; assay: state s0 = 3
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v1 = 5
; assay: state v9 = 0
; assay: expect s0 = 3
; assay: expect finding counter.vm.unwaited
; assay: expect finding counter.vm.unwaited
; assay: expect finding counter.vm.unwaited
; assay: observe s0
.if gfx906
image_load v2, v0, s[4:11] dmask:0x1 unorm
v_mov_b32 v9, v2
image_sample_lz v3, v[0:1], s[4:11], s[12:15] dmask:0x1
v_mov_b32 v9, v3
image_atomic_add v1, v0, s[4:11] dmask:0x1 unorm glc
v_mov_b32 v9, v1
.else
image_load v2, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
v_mov_b32 v9, v2
image_sample_lz v3, v0, s[4:11], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_1D
v_mov_b32 v9, v3
image_atomic_add v1, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm glc
v_mov_b32 v9, v1
.endif
s_waitcnt vmcnt(0)
