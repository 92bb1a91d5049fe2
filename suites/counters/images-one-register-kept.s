; Loads of buffers, memory and images are of one kind, samples of one: the later of two to one register stays.  On Vega all return in order.
; RDNA3 ISA, 5.6; Vega ISA, 4.4; errata E-022.  buf = 7; the T# is unbound and gives 0, before the wait as behind it.
; kills: image-apart
; assay: arch gfx906 gfx1100
; assay: rules counter.vm.unwaited, counter.order
; assay: memory buf u32=7
; assay: state s[2:3] = buf
; assay: state s[4:11] = 0, 0, 0, 0, 0, 0, 0, 0
; assay: state s[12:15] = 0, 0, 0, 0
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v1 = 0
; assay: state v2 = 0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: expect v2[0] = 7
; assay: expect v3[0] = 0
; assay: expect v4[0] = 7
; assay: observe v2 v3 v4
.if gfx906
image_load v2, v0, s[4:11] dmask:0x1 unorm
global_load_dword v2, v0, s[2:3]
image_sample_lz v3, v[0:1], s[4:11], s[12:15] dmask:0x1
image_sample_lz v3, v[0:1], s[4:11], s[12:15] dmask:0x1
image_sample_lz v4, v[0:1], s[4:11], s[12:15] dmask:0x1
global_load_dword v4, v0, s[2:3]
.else
image_load v2, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
global_load_b32 v2, v0, s[2:3]
image_sample_lz v3, v0, s[4:11], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_1D
image_sample_lz v3, v0, s[4:11], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_1D
image_sample_lz v4, v0, s[4:11], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_1D
s_waitcnt vmcnt(0)
global_load_b32 v4, v0, s[2:3]
.endif
s_waitcnt vmcnt(0)
