; DS_GWS_SEMA_BR lets as many waves go on as it says, DS_GWS_SEMA_RELEASE_ALL those that wait.
; RDNA3 ISA, 13.4.4; Vega ISA, 12.13.  One wave adds 2 and takes both; releasing none that waits adds nothing, so a third
; DS_GWS_SEMA_P waits for ever.
; kills: gws-bulk-one
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules gws.semaphore gws.deadlock
; assay: state m0 = 0
; assay: state v1 = 2
; assay: expect status = fault
; assay: expect instructions = 10
; assay: expect finding gws.deadlock
; assay: observe s1
s_mov_b64 exec, 1
ds_gws_sema_br v1 gds
s_waitcnt lgkmcnt(0)
ds_gws_sema_p gds
s_waitcnt lgkmcnt(0)
ds_gws_sema_p gds
s_waitcnt lgkmcnt(0)
ds_gws_sema_release_all gds
s_waitcnt lgkmcnt(0)
ds_gws_sema_p gds
s_waitcnt lgkmcnt(0)
