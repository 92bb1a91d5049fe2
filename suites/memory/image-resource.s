; A T# whose BASE_LEVEL lies above its LAST_LEVEL contradicts itself.
; RDNA3 ISA, 10.5; Vega ISA, 8.2.  Levels 1 to 0.
; kills: image-findings-off
; assay: arch gfx906 gfx1100
; assay: rules image.resource
; assay: memory buf size=256 address=0x100000
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x0, 0x80001fac, 0x2000, 0x10000000, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x1410000, 0x0, 0x80001fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0
; assay: expect finding image.resource
.if gfx906
image_load v4, v0, s[4:11] dmask:0x1
.else
image_load v4, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
.endif
s_waitcnt vmcnt(0)
