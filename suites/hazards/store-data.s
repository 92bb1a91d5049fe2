; The data of a store of more than 64 bits must not be overwritten in the next wait state.
; Vega ISA, 4.5, Table 8.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.store.overwrite
; assay: memory out size=16
; assay: state exec = 1
; assay: state s[2:3] = out
; assay: state v1 = 0
; assay: state v4 = 4
; assay: state v5 = 5
; assay: state v6 = 6
; assay: state v7 = 7
; assay: expect memory out = u32:4,5,6,7
; assay: expect finding hazard.store.overwrite
; assay: observe memory:out
global_store_dwordx4 v1, v[4:7], s[2:3]
v_mov_b32 v5, 0
