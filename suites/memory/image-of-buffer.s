; Where a V# stands for the T# an image instruction is ignored: nothing is returned.
; RDNA3 ISA, 9.6 ("loads return nothing and stores do not alter memory").
; kills: image-of-buffer
; assay: arch gfx1100
; assay: rules memory.buffer.resource
; assay: memory buf size=512 address=0x100000 u32=5
; assay: state s[4:11] = 0x100000, 0x0, 0x100, 0x30016fac, 0x0, 0x0, 0x0, 0x0
; assay: state s[12:15] = 0
; assay: state v[0:1] = 0
; assay: state v4 = 7
; assay: state v5 = 8
; assay: expect v4[*] = 7
; assay: expect v5[*] = 8
; assay: expect memory buf = u32:5
image_load v4, v[0:1], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D
image_sample v5, v[0:1], s[4:11], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_2D
image_store v5, v[0:1], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm
s_waitcnt vmcnt(0)
