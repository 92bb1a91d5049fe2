; A tiling that the model does not carry out is refused by its name.
; RDNA3 ISA, 10.5; errata E-200; Vega ISA, 8.2.  SW_MODE 9 is 64KB_S.
; kills: image-tiling-ignored
; assay: arch gfx906 gfx1100
; assay: rules image.layout
; assay: memory buf size=256 address=0x100000
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x0, 0x80900fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x1400000, 0x0, 0x80900fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0
; assay: expect status unsupported
.if gfx906
image_load v4, v0, s[4:11] dmask:0x1
.else
image_load v4, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
.endif
s_waitcnt vmcnt(0)
