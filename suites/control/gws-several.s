; What several waves of a group have read before they release is ordered before the waves that pass after them all.
; RDNA3 ISA, 13.4 "to synchronize between different waves"; Vega ISA, 12.13; errata E-249.  Waves 0 and 1 load 5 and release; wave 2
; passes twice and stores 7.
; kills: gws-several-apart
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules race.global, gws.semaphore
; assay: group 192 1 1
; assay: grid 192 1 1
; assay: state m0 = 0
; assay: state s0 = 0x200000
; assay: state s1 = 0
; assay: state s6 = 0
; assay: waves[0] s2 = 0
; assay: waves[1] s2 = 1
; assay: waves[2] s2 = 2
; assay: state v2 = 0
; assay: state v4 = 7
; assay: memory buf address=0x200000 u32=5,0,0,0
; assay: expect memory buf = u32:7,0,0,0
; assay: expect waves[0] s6 = 5
; assay: expect waves[1] s6 = 5
; assay: observe s6 memory:buf
s_mov_b64 exec, 1
s_cmp_eq_u32 s2, 2
s_cbranch_scc1 last
.if gfx906
global_load_dword v5, v2, s[0:1]
.else
global_load_b32 v5, v2, s[0:1]
.endif
s_waitcnt vmcnt(0)
v_readfirstlane_b32 s6, v5
ds_gws_sema_v offset:4 gds
s_waitcnt lgkmcnt(0)
s_endpgm
last:
ds_gws_sema_p offset:4 gds
s_waitcnt lgkmcnt(0)
ds_gws_sema_p offset:4 gds
s_waitcnt lgkmcnt(0)
.if gfx906
global_store_dword v2, v4, s[0:1]
.else
global_store_b32 v2, v4, s[0:1]
.endif
s_endpgm
