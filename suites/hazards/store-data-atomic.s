; A 64-bit compare-and-swap has 128 bits of data.  The exemption for an SGPR offset names buffer stores, so the atomic needs a wait state.
; Vega ISA, 4.5, Table 8 and its note; errata E-311.  Memory is {6, 7}, as is compared, and becomes {4, 5}.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.store.overwrite
; assay: memory buf u32=6,7
; assay: state exec = 1
; assay: state s[12:13] = buf
; assay: state s14 = 8
; assay: state s15 = 0x77fac
; assay: state s6 = 0
; assay: state v4 = 4
; assay: state v5 = 5
; assay: state v6 = 6
; assay: state v7 = 7
; assay: expect memory buf = u32:4,5
; assay: expect finding hazard.store.overwrite
; assay: observe memory:buf
buffer_atomic_cmpswap_x2 v[4:7], off, s[12:15], s6
v_mov_b32 v4, 0
s_waitcnt vmcnt(0)
