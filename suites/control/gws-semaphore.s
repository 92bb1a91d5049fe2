; A wave at DS_GWS_SEMA_P goes on when another has made the counter more than 0.
; RDNA3 ISA, 13.4.4; Vega ISA, 12.13.  Wave 1 stores 42 and then lets wave 0 go on, which reads it.
; kills: gws-semaphore-open
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules gws.semaphore gws.resource
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: lds 16
; assay: lds_bytes 00000000
; assay: state m0 = -1
; assay: waves[0] s1 = 0
; assay: waves[1] s1 = 1
; assay: state v0 = 0
; assay: state v1 = 42
; assay: waves[0] v5 = 9
; assay: waves[1] v5 = 9
; assay: expect waves[0] v5[0] = 42
; assay: expect waves[1] v5[0] = 9
; assay: observe v5
s_mov_b64 exec, 1
s_cmp_eq_u32 s1, 0
s_cbranch_scc0 other
ds_gws_sema_p offset:7 gds
s_waitcnt lgkmcnt(0)
ds_read_b32 v5, v0
s_waitcnt lgkmcnt(0)
s_endpgm
other:
.rept 40
s_nop 0
.endr
ds_write_b32 v0, v1
s_waitcnt lgkmcnt(0)
ds_gws_sema_v offset:7 gds
s_waitcnt lgkmcnt(0)
s_nop 0
