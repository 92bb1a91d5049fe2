; Store buffering with the store waited for and a barrier behind it: both loads see what the other wave stored, and there is
; one result.
; RDNA3 ISA, 5.5, 5.6; Vega ISA, 4.3, 4.4.
; kills: barrier-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules order.wait control.barrier
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory buf size=1024
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v2 = 1
; assay: waves[0] v0 = 0
; assay: waves[0] v1 = 256
; assay: waves[1] v0 = 256
; assay: waves[1] v1 = 0
; assay: state v3 = 9
; assay: observe v3
; assay: expect outcome waves[0] v3[0] = 1 ; waves[1] v3[0] = 1
global_store_dword v0, v2, s[2:3]
.if gfx1100
s_waitcnt_vscnt null, 0
.else
s_waitcnt vmcnt(0)
.endif
s_barrier
global_load_dword v3, v1, s[2:3]
s_waitcnt vmcnt(0)
