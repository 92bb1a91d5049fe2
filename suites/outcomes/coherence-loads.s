; Coherence of loads (CoRR).  Two loads of one place by one wave, without a wait between them: the second does not see an
; older value than the first, for accesses of a wave to one byte keep their order.
; RDNA3 ISA, 5.6 (stores keep no order "when they write to different addresses", errata E-021); Vega ISA, 4.4.
; kills: order-same-place
; assay: arch gfx1100
; assay: rules order.place race.global
; assay: group 64 1 1
; assay: grid 64 1 1
; assay: memory buf size=1024
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v0 = 0
; assay: state v1 = 256
; assay: state v2 = 1
; assay: state v4 = 0
; assay: state v5 = 0
; assay: waves[0] s4 = 0
; assay: waves[1] s4 = 1
; assay: observe v4 v5
; assay: expect finding race.global
; assay: expect finding race.global
; assay: expect outcome waves[1] v4[0] = 0 ; waves[1] v5[0] = 0
; assay: expect outcome waves[1] v4[0] = 0 ; waves[1] v5[0] = 1
; assay: expect outcome waves[1] v4[0] = 1 ; waves[1] v5[0] = 1
; assay: expect never waves[1] v4[0] = 1 ; waves[1] v5[0] = 0
s_cmp_eq_u32 s4, 0
s_cbranch_scc0 reads
global_store_b32 v0, v2, s[2:3]
s_endpgm
reads:
global_load_b32 v4, v0, s[2:3]
global_load_b32 v5, v0, s[2:3]
s_waitcnt vmcnt(0)
