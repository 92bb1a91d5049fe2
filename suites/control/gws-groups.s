; A barrier and a semaphore of global wave sync hold waves of several groups: a group begins where those before it wait.
; RDNA3 ISA, 13.4; Vega ISA, 12.13.  Group 0 sets resource 3 up for two waves (one less than two is 1) and then lets group 1 go on by resource 4.
; Each stores its number + 7 and behind the barrier loads the other's: 8 and 7.
; kills: groups-alone
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules gws.barrier, gws.semaphore
; assay: grid 128 1 1
; assay: memory buf address=0x200000 size=16
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0, "COMPUTE_PGM_RSRC1": "0xc0041", "COMPUTE_PGM_RSRC2": "0x84"}
; assay: expect memory buf = u32:7,8,8,7
; assay: observe s5 memory:buf
s_mov_b64 exec, 1
s_mov_b32 m0, 0
v_mov_b32 v1, 1
s_lshl_b32 s3, s2, 2
s_sub_u32 s4, 4, s3
v_mov_b32 v2, s3
v_mov_b32 v3, s4
s_add_u32 s5, s2, 7
v_mov_b32 v4, s5
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
.if gfx906
global_load_dword v5, v3, s[0:1] glc
s_waitcnt vmcnt(0)
global_store_dword v2, v5, s[0:1] offset:8
.else
global_load_b32 v5, v3, s[0:1] glc
s_waitcnt vmcnt(0)
global_store_b32 v2, v5, s[0:1] offset:8
.endif
s_endpgm
