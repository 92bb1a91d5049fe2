; What waves store before a barrier of global wave sync, and wait for, the other sees behind it, whichever comes first.
; RDNA3 ISA, 13.4.4, and errata E-224; Vega ISA, 12.13.  Two waves, one less than two is 1: each loads the other's 1.
; kills: gws-barrier-open
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules order.wait, gws.barrier
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory x u32=0,0
; assay: state s[2:3] = x
; assay: state m0 = 0x00050000
; assay: state v2 = 1
; assay: state v3 = 9
; assay: waves[0] v0 = 0
; assay: waves[0] v1 = 4
; assay: waves[1] v0 = 4
; assay: waves[1] v1 = 0
; assay: waves[0] s0 = 0
; assay: waves[1] s0 = 1
; assay: observe v3
; assay: expect outcome waves[0] v3[0] = 1 ; waves[1] v3[0] = 1
s_mov_b64 exec, 1
s_cmp_eq_u32 s0, 0
s_cbranch_scc0 go
ds_gws_init v2 offset:3 gds
s_waitcnt lgkmcnt(0) expcnt(0)
go:
s_barrier
global_store_dword v0, v2, s[2:3]
.if gfx906
s_waitcnt vmcnt(0)
.else
s_waitcnt_vscnt null, 0x0
.endif
ds_gws_barrier v2 offset:3 gds
s_waitcnt lgkmcnt(0) expcnt(0)
global_load_dword v3, v1, s[2:3]
s_waitcnt vmcnt(0)
