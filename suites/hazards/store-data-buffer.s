; Buffer stores of more than 64 bits, plain or by format, want their data left alone for a wait state.
; Vega ISA, 4.5, Table 8.  4, 5, 6, 7 at 0 and 4, 5, 6 at 16.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.store.overwrite
; assay: memory out size=32
; assay: state exec = 1
; assay: state s[12:13] = out
; assay: state s14 = 32
; assay: state s15 = 0x77fac
; assay: state v4 = 4
; assay: state v5 = 5
; assay: state v6 = 6
; assay: state v7 = 7
; assay: expect memory out = u32:4,5,6,7,4,5,6,0
; assay: expect finding hazard.store.overwrite
; assay: expect finding hazard.store.overwrite
; assay: observe memory:out
buffer_store_dwordx4 v[4:7], off, s[12:15], 0
v_mov_b32 v4, 4
buffer_store_format_xyz v[4:6], off, s[12:15], 0 offset:16
v_mov_b32 v6, 0
s_waitcnt vmcnt(0)
