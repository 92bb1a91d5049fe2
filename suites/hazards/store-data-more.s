; Every store of more than 64 bits wants its data left alone for a wait state: FLAT's of four dwords, buffers' of three, those by format,
; typed ones, and compare-and-swaps of 64 bits of buffers and of global memory.
; Vega ISA, 4.5, Table 8.  Memory at 64 and 72 is {6, 7}, as is compared, and becomes {4, 5}.
; kills: long-data-first-only
; assay: arch gfx906
; assay: rules hazard.store.overwrite
; assay: memory buf u32=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6,7,6,7
; assay: state exec = 1
; assay: state v0 = 72
; assay: state v[10:11] = buf
; assay: state s[2:3] = buf
; assay: state s[12:13] = buf
; assay: state s14 = 80
; assay: state s15 = 0x77fac
; assay: state v4 = 4
; assay: state v5 = 5
; assay: state v6 = 6
; assay: state v7 = 7
; assay: expect memory buf = u32:4,5,6,7,4,5,6,0,4,5,6,7,4,5,6,0,4,5,4,5
; assay: expect finding hazard.store.overwrite
; assay: expect finding hazard.store.overwrite
; assay: expect finding hazard.store.overwrite
; assay: expect finding hazard.store.overwrite
; assay: expect finding hazard.store.overwrite
; assay: expect finding hazard.store.overwrite
; assay: observe memory:buf
flat_store_dwordx4 v[10:11], v[4:7]
v_mov_b32 v7, 7
buffer_store_dwordx3 v[4:6], off, s[12:15], 0 offset:16
v_mov_b32 v5, 5
buffer_store_format_xyzw v[4:7], off, s[12:15], 0 offset:32
v_mov_b32 v6, 6
tbuffer_store_format_xyz v[4:6], off, s[12:15], 0 format:[BUF_DATA_FORMAT_32_32_32,BUF_NUM_FORMAT_FLOAT] offset:48
v_mov_b32 v6, 6
buffer_atomic_cmpswap_x2 v[4:7], off, s[12:15], 0 offset:64
v_mov_b32 v5, 5
global_atomic_cmpswap_x2 v0, v[4:7], s[2:3]
v_mov_b32 v7, 7
s_waitcnt vmcnt(0) lgkmcnt(0)
