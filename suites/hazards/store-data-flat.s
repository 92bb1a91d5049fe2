; FLAT stores and compare-and-swaps with more than 64 bits of data want them left alone for a wait state.
; Vega ISA, 4.5, Table 8.  4, 5, 6 at 0; memory at 16 is {6, 7}, as is compared, and becomes {4, 5}.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.store.overwrite
; assay: state exec = 1
; assay: memory in u32=0,0,0,0,6,7,0,0
; assay: state v[10:11] = in
; assay: state v4 = 4
; assay: state v5 = 5
; assay: state v6 = 6
; assay: state v7 = 7
; assay: expect memory in = u32:4,5,6,0,4,5,0,0
; assay: expect finding hazard.store.overwrite
; assay: expect finding hazard.store.overwrite
; assay: observe memory:in
flat_store_dwordx3 v[10:11], v[4:6]
v_mov_b32 v6, 6
flat_atomic_cmpswap_x2 v[10:11], v[4:7] offset:16
v_mov_b32 v4, 0
s_waitcnt vmcnt(0) lgkmcnt(0)
