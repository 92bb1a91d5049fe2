; What is outstanding when a wave lets others go on is in no order with what they do: the store needs a wait before.
; RDNA3 ISA, 5.6, 13.4; Vega ISA, 4.4, 12.13; errata E-249.  Group 0 stores 7 at 0, waits, stores at 4 and releases; group 1 loads both.
; kills: gws-outstanding-done
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules race.groups, gws.semaphore
; assay: grid 128 1 1
; assay: memory buf address=0x200000 size=16
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0, "COMPUTE_PGM_RSRC1": "0xc0041", "COMPUTE_PGM_RSRC2": "0x484"}
; assay: expect memory buf = u32:7,7,0,0
; assay: expect waves[1] s6 = 7
; assay: expect finding race.groups
; assay: observe s6 memory:buf
s_mov_b64 exec, 1
s_mov_b32 m0, 0
v_mov_b32 v2, 0
v_mov_b32 v3, 4
v_mov_b32 v4, 7
s_mov_b32 s6, 0
s_cmp_eq_u32 s2, 0
s_cbranch_scc0 other
.if gfx906
global_store_dword v2, v4, s[0:1]
.else
global_store_b32 v2, v4, s[0:1]
.endif
.if gfx906
s_waitcnt vmcnt(0)
.else
s_waitcnt_vscnt null, 0x0
.endif
.if gfx906
global_store_dword v3, v4, s[0:1]
.else
global_store_b32 v3, v4, s[0:1]
.endif
ds_gws_sema_v offset:4 gds
s_waitcnt lgkmcnt(0)
s_endpgm
other:
ds_gws_sema_p offset:4 gds
s_waitcnt lgkmcnt(0)
.if gfx906
global_load_dword v5, v2, s[0:1] glc
.else
global_load_b32 v5, v2, s[0:1] glc
.endif
s_waitcnt vmcnt(0)
v_readfirstlane_b32 s6, v5
.if gfx906
global_load_dword v6, v3, s[0:1] glc
.else
global_load_b32 v6, v3, s[0:1] glc
.endif
s_waitcnt vmcnt(0)
s_endpgm
