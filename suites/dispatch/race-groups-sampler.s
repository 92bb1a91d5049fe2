; One group stores a texel and another filters it with its neighbour: nothing orders groups, and what a sampler reads is
; read as by any load.
; RDNA3 ISA, 10.3, 5.6; Vega ISA, 8.2, 4.4.
; kills: groups-sampler-unseen
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules race.groups
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC1": "0xf0081", "COMPUTE_PGM_RSRC2": "0x84", "COMPUTE_USER_DATA_0": "0x100000", "COMPUTE_USER_DATA_1": 0}
; assay: memory img address=0x100000 size=256 u32=0x3f800000,0x40400000
; assay: expect finding race.groups
; assay: observe s2
s_mov_b64 exec, 1
v_mov_b32 v0, 4
v_mov_b32 v1, 1.0
v_mov_b32 v2, 0x40a00000
s_cmp_eq_u32 s2, 0
s_cbranch_scc0 1f
global_store_dword v0, v2, s[0:1]
s_endpgm
1:
.if gfx906
s_mov_b32 s8, 0x1000
s_mov_b32 s9, 0x1c400000
s_mov_b32 s10, 0x1
s_mov_b32 s11, 0x80000fac
s_mov_b32 s12, 0x7e000
s_mov_b32 s13, 0x0
s_mov_b32 s14, 0x0
s_mov_b32 s15, 0x0
.else
s_mov_b32 s8, 0x1000
s_mov_b32 s9, 0x41600000
s_mov_b32 s10, 0x0
s_mov_b32 s11, 0x80000fac
s_mov_b32 s12, 0x0
s_mov_b32 s13, 0x0
s_mov_b32 s14, 0x0
s_mov_b32 s15, 0x0
.endif
s_mov_b32 s16, 0x8092
s_mov_b32 s17, 0xfff000
s_mov_b32 s18, 0x500000
s_mov_b32 s19, 0x0
.if gfx906
image_sample_lz v3, v1, s[8:15], s[16:19] dmask:0x1
.else
image_sample_lz v3, v1, s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_1D
.endif
s_waitcnt vmcnt(0)
