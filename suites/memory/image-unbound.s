; A T# of zeros is unbound: loads give 0, and nothing is accessed.
; RDNA3 ISA, 10.5; Vega ISA, 8.2.  Nothing is mapped at address 0.
; kills: image-unbound-accessed
; assay: arch gfx906 gfx1100
; assay: rules image.resource
; assay: state s[12:19] = 0, 0, 0, 0, 0, 0, 0, 0
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x0, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x1400000, 0x0, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v[4:5] = 7
; assay: expect v4[0] = 0
; assay: expect v5[0] = 0
.if gfx906
image_load v[4:5], v0, s[12:19] dmask:0x9
.else
image_load v[4:5], v0, s[12:19] dmask:0x9 dim:SQ_RSRC_IMG_1D
.endif
s_waitcnt vmcnt(0)
