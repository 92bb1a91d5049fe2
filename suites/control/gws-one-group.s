; Within a group too global wave sync orders the waves that come to it, and no other one.
; RDNA3 ISA, 13.4 "to synchronize between different waves"; Vega ISA, 12.13; errata E-249.  Wave 0 stores 7 at 0 and releases, wave 2
; stores 7 at 4; wave 1 passes and loads both: 7 at 0, and the other one races.
; kills: gws-orders-the-group
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
; assay: state v3 = 4
; assay: state v4 = 7
; assay: memory buf address=0x200000 size=16
; assay: expect memory buf = u32:7,7,0,0
; assay: expect waves[1] s6 = 7
; assay: expect finding race.global
; assay: observe s6 memory:buf
s_mov_b64 exec, 1
s_cmp_eq_u32 s2, 1
s_cbranch_scc1 second
s_cmp_eq_u32 s2, 0
s_cbranch_scc1 first
.if gfx906
global_store_dword v3, v4, s[0:1]
.else
global_store_b32 v3, v4, s[0:1]
.endif
s_endpgm
first:
.if gfx906
global_store_dword v2, v4, s[0:1]
s_waitcnt vmcnt(0)
.else
global_store_b32 v2, v4, s[0:1]
s_waitcnt_vscnt null, 0x0
.endif
.rept 60
s_nop 0
.endr
ds_gws_sema_v offset:4 gds
s_waitcnt lgkmcnt(0)
s_endpgm
second:
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
