; Behind a barrier of its group a wave that releases does so for all of them, and what one that passed knows all know.
; RDNA3 ISA, 5.5, 13.4; Vega ISA, 4.3, 12.13; errata E-249.  Wave 1 of group 0 stores 7, wave 0 releases behind the barrier; wave 0 of group 1
; passes, wave 1 loads 7 behind the barrier.
; kills: gws-barrier-unshared
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules race.groups, gws.semaphore, control.barrier.apart
; assay: grid 256 1 1
; assay: memory buf address=0x200000 size=16
; assay: registers {"COMPUTE_NUM_THREAD_X": 128, "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0, "COMPUTE_PGM_RSRC1": "0xc0041", "COMPUTE_PGM_RSRC2": "0x484"}
; assay: expect memory buf = u32:0,7,0,0
; assay: expect waves[3] s6 = 7
; assay: expect note control.barrier.apart
; assay: expect note control.barrier.apart
; assay: observe s6 memory:buf
s_mov_b64 exec, 1
s_mov_b32 m0, 0
v_mov_b32 v2, 0
v_mov_b32 v3, 4
v_mov_b32 v4, 7
s_mov_b32 s6, 0
s_cmp_eq_u32 s2, 0
s_cbranch_scc0 other
s_bitcmp1_b32 s3, 31
s_cbranch_scc1 first
.if gfx906
global_store_dword v3, v4, s[0:1]
.else
global_store_b32 v3, v4, s[0:1]
.endif
.if gfx906
s_waitcnt vmcnt(0)
.else
s_waitcnt_vscnt null, 0x0
.endif
s_barrier
s_endpgm
first:
s_barrier
ds_gws_sema_v offset:4 gds
s_waitcnt lgkmcnt(0)
s_endpgm
other:
s_bitcmp1_b32 s3, 31
s_cbranch_scc0 second
ds_gws_sema_p offset:4 gds
s_waitcnt lgkmcnt(0)
s_barrier
s_endpgm
second:
s_barrier
.if gfx906
global_load_dword v5, v3, s[0:1] glc
.else
global_load_b32 v5, v3, s[0:1] glc
.endif
s_waitcnt vmcnt(0)
v_readfirstlane_b32 s6, v5
s_endpgm
