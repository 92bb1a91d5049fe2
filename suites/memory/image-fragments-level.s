; A multi-sample image has no levels that an instruction could name.
; RDNA3 ISA, 10.2 ("not load-mip or store-mip").
; kills: fragments-levels
; assay: arch gfx1100
; assay: rules image.dimension
; assay: memory buf size=512 address=0x100000
; assay: state s[4:11] = 0x1000, 0x1410000, 0x0, 0xe0010fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v[0:3] = 0
; assay: state s0 = 1
; assay: expect finding image.dimension
; assay: expect s0 = 1
; assay: observe s0
image_load_mip v4, v[0:3], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA
s_waitcnt vmcnt(0)
