; A typed buffer store whose offset is an SGPR takes the same other way as a plain one, and needs no wait state.
; Vega ISA, 4.5, Table 8 and its note.  4, 5, 6, 7 at 16.
; kills: typed-way-unseen
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
; assay: expect memory out = u32:0,0,0,0,4,5,6,7
tbuffer_store_format_xyzw v[4:7], off, s[12:15], s6 format:[BUF_DATA_FORMAT_32_32_32_32,BUF_NUM_FORMAT_FLOAT]
v_mov_b32 v4, 4
s_waitcnt vmcnt(0)
