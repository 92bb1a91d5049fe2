; A buffer store whose offset is an SGPR needs no wait state, nor does one of 64 bits, nor one with a state between.
; Vega ISA, 4.5, Table 8 and its note.  4, 5, 6, 7 at 16, then 4, 5 at 0.
; kills: offset-way-unseen
; assay: arch gfx906
; assay: rules hazard.store.overwrite
; assay: memory out size=32
; assay: state exec = 1
; assay: state s[12:13] = out
; assay: state s14 = 32
; assay: state s15 = 0x77fac
; assay: state s6 = 16
; assay: state v4 = 4
; assay: state v5 = 5
; assay: state v6 = 6
; assay: state v7 = 7
; assay: expect memory out = u32:4,5,0,0,4,5,6,7
; assay: expect s0 = 3
buffer_store_dwordx4 v[4:7], off, s[12:15], s6
v_mov_b32 v4, 4
buffer_store_format_xy v[4:5], off, s[12:15], 0
v_mov_b32 v4, 4
buffer_store_dwordx4 v[4:7], off, s[12:15], s6
s_mov_b32 s0, 3
v_mov_b32 v5, 0
s_waitcnt vmcnt(0)
