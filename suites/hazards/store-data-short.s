; The data of a store of 64 bits may be overwritten at once.
; Vega ISA, 4.5, Table 8 (more than 64 bits).
; kills: literal-zero
; assay: arch gfx906
; assay: rules hazard.store.overwrite
; assay: memory out size=8
; assay: state exec = 1
; assay: state s[2:3] = out
; assay: state v1 = 0
; assay: state v4 = 4
; assay: state v5 = 5
; assay: expect memory out = u32:4,5
; assay: expect s0 = 0x1234
; assay: observe memory:out s0
global_store_dwordx2 v1, v[4:5], s[2:3]
v_mov_b32 v5, 0
s_mov_b32 s0, 0x1234
