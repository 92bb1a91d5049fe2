; A barrier of global wave sync orders the groups that meet there, and no other: who takes no part races as before.
; RDNA3 ISA, 13.4; Vega ISA, 12.13; errata E-249.  Groups 0 and 1 store 7 and 8, meet, and group 1 loads 7, which does not race; group 2
; loads it too, and does.
; kills: gws-orders-everyone
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules gws.barrier, race.groups
; assay: grid 192 1 1
; assay: memory buf address=0x200000 size=16
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0, "COMPUTE_PGM_RSRC1": "0xc0041", "COMPUTE_PGM_RSRC2": "0x84"}
; assay: expect memory buf = u32:7,8,0,0
; assay: expect waves[1] s6 = 7
; assay: expect finding race.groups
; assay: observe s5 s6 memory:buf
s_mov_b64 exec, 1
s_mov_b32 m0, 0
v_mov_b32 v1, 1
v_mov_b32 v3, 0
s_mov_b32 s6, 0
s_lshl_b32 s3, s2, 2
v_mov_b32 v2, s3
s_add_u32 s5, s2, 7
v_mov_b32 v4, s5
s_cmp_eq_u32 s2, 2
s_cbranch_scc1 load
s_cmp_eq_u32 s2, 0
s_cbranch_scc0 other
ds_gws_init v1 offset:3 gds
s_waitcnt lgkmcnt(0) expcnt(0)
ds_gws_sema_v offset:4 gds
s_waitcnt lgkmcnt(0)
s_branch both
other:
ds_gws_sema_p offset:4 gds
s_waitcnt lgkmcnt(0)
both:
.if gfx906
global_store_dword v2, v4, s[0:1]
s_waitcnt vmcnt(0)
.else
global_store_b32 v2, v4, s[0:1]
s_waitcnt_vscnt null, 0x0
.endif
ds_gws_barrier v1 offset:3 gds
s_waitcnt lgkmcnt(0) expcnt(0)
s_cmp_eq_u32 s2, 0
s_cbranch_scc1 end
load:
.if gfx906
global_load_dword v5, v3, s[0:1] glc
.else
global_load_b32 v5, v3, s[0:1] glc
.endif
s_waitcnt vmcnt(0)
s_cmp_eq_u32 s2, 2
s_cbranch_scc1 end
v_readfirstlane_b32 s6, v5
end:
s_endpgm
