; A wave filters two texels while another stores the second of them: half of 1 and 3, or of 1 and 5.  What a sampler
; reads besides the place of its point meets other waves as any load does.
; RDNA3 ISA, 10.3, 5.6; Vega ISA, 8.2, 4.4.
; kills: order-sampler-alone
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules race.global
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory img address=0x100000 size=256 u32=0x3f800000,0x40400000
; assay[gfx906]: state s[8:15] = 0x1000, 0x1c400000, 0x1, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[8:15] = 0x1000, 0x41600000, 0x0, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state s[16:19] = 0x8092, 0xfff000, 0x500000, 0x0
; assay: state exec = 1
; assay: state s[2:3] = img
; assay: state v0 = 4
; assay: state v1 = 1.0
; assay: state v2 = 5.0
; assay: state v3 = 0
; assay: waves[0] s4 = 0
; assay: waves[1] s4 = 1
; assay: observe v3
; assay: expect finding race.global
; assay: expect outcome waves[1] v3[0] = 2.0
; assay: expect outcome waves[1] v3[0] = 3.0
s_cmp_eq_u32 s4, 0
s_cbranch_scc0 1f
global_store_dword v0, v2, s[2:3]
s_endpgm
1:
.if gfx906
image_sample_lz v3, v1, s[8:15], s[16:19] dmask:0x1
.else
image_sample_lz v3, v1, s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_1D
.endif
s_waitcnt vmcnt(0)
