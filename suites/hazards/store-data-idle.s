; With EXEC = 0 the VALU overwrites no data of the store before it.
; Vega ISA, 4.5, Table 8; errata E-311..
; kills: low-bit-flipped
; assay: arch gfx906
; assay: rules hazard.store.overwrite
; assay: memory out size=16
; assay: state exec = 0
; assay: state s[2:3] = out
; assay: state v1 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v6 = 0
; assay: state v7 = 0
; assay: expect memory out = u32:0,0,0,0
; assay: observe memory:out
global_store_dwordx4 v1, v[4:7], s[2:3]
v_mov_b32 v5, 0
s_waitcnt vmcnt(0)
