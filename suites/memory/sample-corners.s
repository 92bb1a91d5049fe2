; What a sampler makes of CORNER_SAMPLES, bit 183 of the T#, no document says: the result is undefined.
; RDNA3 ISA, 10.5, and errata E-287.
; kills: corners-ignored
; assay: arch gfx1100
; assay: rules image.sample
; assay: memory img address=0x100000 size=512 u32=0,0x41800000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0x42000000,0x42800000
; assay: state s[8:15] = 0x1000, 0x41600000, 0x4000, 0x90000fac, 0x0, 0x800000, 0x0, 0x0
; assay: state s[16:19] = 0x92, 0xfff000, 0x0, 0x0
; assay: state v[1:2] = 0.5
; assay: state s0 = 1
; assay: expect note open.branch
; assay: expect s0 = 1
; assay: observe s0
image_sample_lz v0, v[1:2], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D
s_waitcnt vmcnt(0)
v_readfirstlane_b32 s6, v0
s_cmp_eq_u32 s6, 0
s_cbranch_scc1 end
end:
s_nop 0
