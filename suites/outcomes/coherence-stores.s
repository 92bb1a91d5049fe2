; Coherence of stores (CoWW).  One wave stores 1 and then 2 to one place, without a wait; another stores 3.  The 2 comes
; behind the 1: what is left is 2 or 3 and never 1.
; RDNA3 ISA, 5.6 (errata E-021).
; kills: order-same-place
; assay: arch gfx1100
; assay: rules order.place race.global
; assay: group 64 1 1
; assay: grid 64 1 1
; assay: memory buf size=4
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v0 = 0
; assay: state v1 = 1
; assay: state v2 = 2
; assay: state v3 = 3
; assay: waves[0] s4 = 0
; assay: waves[1] s4 = 1
; assay: observe memory:buf
; assay: expect finding race.global
; assay: expect outcome memory buf = u32:2
; assay: expect outcome memory buf = u32:3
; assay: expect never memory buf = u32:1
s_cmp_eq_u32 s4, 0
s_cbranch_scc0 other
global_store_b32 v0, v1, s[2:3]
global_store_b32 v0, v2, s[2:3]
s_endpgm
other:
global_store_b32 v0, v3, s[2:3]
