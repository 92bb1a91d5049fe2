; DS_GWS_BARRIER holds waves until as many have come as INIT said, and the next barrier as many as it says itself.
; RDNA3 ISA, 13.4.4, and errata E-224; Vega ISA, 12.13.  Two waves, one less than two is 1.  Each stores its number + 7, and after
; the barriers reads the other's: wave 0 gets 8, wave 1 gets 7.
; kills: gws-barrier-open
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules gws.barrier gws.resource gws.deadlock gws.outstanding
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: lds 16
; assay: state m0 = 0x00050000
; assay: state v1 = 1
; assay: waves[0] s1 = 0
; assay: waves[1] s1 = 1
; assay: waves[0] v2 = 0
; assay: waves[1] v2 = 4
; assay: waves[0] v3 = 7
; assay: waves[1] v3 = 8
; assay: waves[0] v4 = 4
; assay: waves[1] v4 = 0
; assay: state v5 = 0
; assay: expect waves[0] v5[0] = 8
; assay: expect waves[1] v5[0] = 7
; assay: observe v5
s_mov_b64 exec, 1
s_cmp_eq_u32 s1, 0
s_cbranch_scc0 go
ds_gws_init v1 offset:3 gds
s_waitcnt lgkmcnt(0)
go:
s_barrier
ds_gws_barrier v1 offset:3 gds
s_waitcnt lgkmcnt(0) expcnt(0)
s_mov_b32 m0, -1
ds_write_b32 v2, v3
s_waitcnt lgkmcnt(0)
s_mov_b32 m0, 0x00050000
s_nop 0
ds_gws_barrier v1 offset:3 gds
s_waitcnt lgkmcnt(0) expcnt(0)
s_mov_b32 m0, -1
ds_read_b32 v5, v4
s_waitcnt lgkmcnt(0)
