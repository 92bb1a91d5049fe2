; Load buffering with a wait behind the load: a 1 that both see would have to come before itself.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.
; kills: order-wait-passes
; assay: arch gfx906 gfx1100
; assay: rules order.wait race.global
; assay: wave 64
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
; assay: expect outcome waves[0] v3[0] = 0 ; waves[1] v3[0] = 0
; assay: expect outcome waves[0] v3[0] = 0 ; waves[1] v3[0] = 1
; assay: expect outcome waves[0] v3[0] = 1 ; waves[1] v3[0] = 0
; assay: expect never waves[0] v3[0] = 1 ; waves[1] v3[0] = 1
global_load_dword v3, v0, s[2:3]
s_waitcnt vmcnt(0)
global_store_dword v1, v2, s[2:3]
