; Independent reads of independent writes (IRIW).  Two waves store 1 to a place each; two load both places, in opposite
; order and with waits.  There is one memory: they do not see the stores in different orders, so of 16 results 15 are left.
; RDNA3 ISA, 5.6; Vega ISA, 4.4 (errata E-228: caches are not looked at).
; kills: order-wait-passes
; assay: arch gfx906 gfx1100
; assay: rules order.wait race.global
; assay: wave 64
; assay: group 256 1 1
; assay: grid 256 1 1
; assay: memory buf size=1024
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v2 = 1
; assay: state v4 = 0
; assay: state v5 = 0
; assay: waves[0] v0 = 0
; assay: waves[1] v0 = 256
; assay: waves[2] v0 = 0
; assay: waves[2] v1 = 256
; assay: waves[3] v0 = 256
; assay: waves[3] v1 = 0
; assay: waves[0] s4 = 0
; assay: waves[1] s4 = 0
; assay: waves[2] s4 = 1
; assay: waves[3] s4 = 1
; assay: observe v4 v5
; assay: expect finding race.global
; assay: expect finding race.global
; assay: expect finding race.global
; assay: expect finding race.global
; assay: expect outcome waves[2] v4[0] = 0 ; waves[2] v5[0] = 0 ; waves[3] v4[0] = 0 ; waves[3] v5[0] = 0
; assay: expect outcome waves[2] v4[0] = 0 ; waves[2] v5[0] = 0 ; waves[3] v4[0] = 0 ; waves[3] v5[0] = 1
; assay: expect outcome waves[2] v4[0] = 0 ; waves[2] v5[0] = 0 ; waves[3] v4[0] = 1 ; waves[3] v5[0] = 0
; assay: expect outcome waves[2] v4[0] = 0 ; waves[2] v5[0] = 0 ; waves[3] v4[0] = 1 ; waves[3] v5[0] = 1
; assay: expect outcome waves[2] v4[0] = 0 ; waves[2] v5[0] = 1 ; waves[3] v4[0] = 0 ; waves[3] v5[0] = 0
; assay: expect outcome waves[2] v4[0] = 0 ; waves[2] v5[0] = 1 ; waves[3] v4[0] = 0 ; waves[3] v5[0] = 1
; assay: expect outcome waves[2] v4[0] = 0 ; waves[2] v5[0] = 1 ; waves[3] v4[0] = 1 ; waves[3] v5[0] = 0
; assay: expect outcome waves[2] v4[0] = 0 ; waves[2] v5[0] = 1 ; waves[3] v4[0] = 1 ; waves[3] v5[0] = 1
; assay: expect outcome waves[2] v4[0] = 1 ; waves[2] v5[0] = 0 ; waves[3] v4[0] = 0 ; waves[3] v5[0] = 0
; assay: expect outcome waves[2] v4[0] = 1 ; waves[2] v5[0] = 0 ; waves[3] v4[0] = 0 ; waves[3] v5[0] = 1
; assay: expect outcome waves[2] v4[0] = 1 ; waves[2] v5[0] = 0 ; waves[3] v4[0] = 1 ; waves[3] v5[0] = 1
; assay: expect outcome waves[2] v4[0] = 1 ; waves[2] v5[0] = 1 ; waves[3] v4[0] = 0 ; waves[3] v5[0] = 0
; assay: expect outcome waves[2] v4[0] = 1 ; waves[2] v5[0] = 1 ; waves[3] v4[0] = 0 ; waves[3] v5[0] = 1
; assay: expect outcome waves[2] v4[0] = 1 ; waves[2] v5[0] = 1 ; waves[3] v4[0] = 1 ; waves[3] v5[0] = 0
; assay: expect outcome waves[2] v4[0] = 1 ; waves[2] v5[0] = 1 ; waves[3] v4[0] = 1 ; waves[3] v5[0] = 1
; assay: expect never waves[2] v4[0] = 1 ; waves[2] v5[0] = 0 ; waves[3] v4[0] = 1 ; waves[3] v5[0] = 0
s_cmp_eq_u32 s4, 0
s_cbranch_scc0 reads
global_store_dword v0, v2, s[2:3]
s_endpgm
reads:
global_load_dword v4, v0, s[2:3]
s_waitcnt vmcnt(0)
global_load_dword v5, v1, s[2:3]
s_waitcnt vmcnt(0)
