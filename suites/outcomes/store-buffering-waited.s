; Store buffering with a wait between store and load: the store has touched memory before the load does, so that of two
; waves the one that is later sees what the other stored.  Both old values never come out.
; RDNA3 ISA, 5.6 (S_WAITCNT_VSCNT); Vega ISA, 4.4.
; kills: order-wait-passes
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules order.wait race.global
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
; assay: expect finding race.global
; assay: expect finding race.global
; assay: expect outcome waves[0] v3[0] = 0 ; waves[1] v3[0] = 1
; assay: expect outcome waves[0] v3[0] = 1 ; waves[1] v3[0] = 0
; assay: expect outcome waves[0] v3[0] = 1 ; waves[1] v3[0] = 1
; assay: expect never waves[0] v3[0] = 0 ; waves[1] v3[0] = 0
global_store_dword v0, v2, s[2:3]
.if gfx1100
s_waitcnt_vscnt null, 0
.else
s_waitcnt vmcnt(0)
.endif
global_load_dword v3, v1, s[2:3]
s_waitcnt vmcnt(0)
