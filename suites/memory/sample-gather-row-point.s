; GATHER4H takes the row that a point filter takes, where a linear one would begin a row higher.
; RDNA3 ISA, 10.1 "4x1 texels"; Vega ISA, 8.2; errata E-214.  The rows are 1.0 to 8.0 and 11.0 to 18.0.  At 0.5 (4.0) and 0.6 or 0.4 (rows 1.2, 0.8):
; texels 2 to 5 of row 1 and of row 0.
; kills: gather-row-linear
; assay: arch gfx906 gfx1100
; assay: rules image.gather.row
; assay: memory img address=0x100000 size=512 f32=1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,11.0,12.0,13.0,14.0,15.0,16.0,17.0,18.0
; assay: state s8 = 0x1000
; assay[gfx906]: state s9 = 0x1c400000
; assay[gfx906]: state s10 = 0x4007
; assay[gfx906]: state s12 = 0x7e000
; assay[gfx1100]: state s9 = 0xc1600000
; assay[gfx1100]: state s10 = 0x4001
; assay[gfx1100]: state s12 = 0x0
; assay: state s11 = 0x90000fac
; assay: state s13 = 0x0
; assay: state s14 = 0x0
; assay: state s15 = 0x0
; assay: state s16 = 0x92
; assay: state s17 = 0xfff000
; assay: state s18 = 0x0
; assay: state s19 = 0x0
; assay: state v1 = 0.5
; assay: state v2 = 0.6, 0.4, 0.6, 0.4
; assay: state exec = 15
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v6 = 0
; assay: state v7 = 0
; assay: expect v4[0:1] = 13.0, 3.0
; assay: expect v5[0:1] = 14.0, 4.0
; assay: expect v6[0:1] = 15.0, 5.0
; assay: expect v7[0:1] = 16.0, 6.0
; assay: observe v4 v5 v6 v7
.if gfx906
image_gather4h v[4:7], v[1:2], s[8:15], s[16:19] dmask:0x1
.else
image_gather4h v[4:7], v[1:2], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D
.endif
s_waitcnt vmcnt(0)
