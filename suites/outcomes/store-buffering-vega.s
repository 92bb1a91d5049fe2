; Store buffering on Vega, without a wait: the waves of a group have one way to vector memory, and it keeps the order of
; issue.  The first of the two loads may come before the other's store, the second may not: both old values never come out.
; LLVM AMDGPUUsage, Memory Model GFX6-GFX9; Vega ISA, 4.4 (errata E-189).
; kills: order-way-forgotten
; assay: arch gfx906
; assay: rules order.way race.global
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
global_store_dword v0, v2, s[2:3]
global_load_dword v3, v1, s[2:3]
s_waitcnt vmcnt(0)
