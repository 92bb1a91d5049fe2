; What a sampler and what a load bring may come to one register in either order, though VMcnt counts them in order.
; RDNA3 ISA, 5.6 "data to be written to VGPRs out-of-order", Table 18 lists samples apart from loads; errata E-022.  The T# is unbound.
; kills: sampler-in-order
; assay: arch gfx1100
; assay: rules counter.vm.unwaited, counter.order
; assay: memory buf u32=7
; assay: state s[2:3] = buf
; assay: state s[4:11] = 0, 0, 0, 0, 0, 0, 0, 0
; assay: state s[12:15] = 0, 0, 0, 0
; assay: state exec = 1
; assay: state v0 = 0
; assay: expect s0 = 3
; assay: expect finding counter.vm.unwaited
; assay: expect finding counter.vm.unwaited
; assay: observe s0
s_mov_b32 s0, 3
image_load v2, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
image_sample_lz v2, v0, s[4:11], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_1D
image_sample_lz v3, v0, s[4:11], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_1D
global_load_b32 v3, v0, s[2:3]
s_waitcnt vmcnt(0)
