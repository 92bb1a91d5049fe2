; A raw buffer load beyond NUM_RECORDS gives 0, a store there is dropped.
; RDNA3 ISA, 9.1.5 (rule 3); Vega ISA, 8.1.5.  8 bytes: offsets 0 and 4 are in, 8 and 12 are not.
; kills: store-drops-lane
; assay: arch gfx906 gfx1100
; assay: rules memory.buffer.bounds, memory.buffer.address
; assay: memory buf u32=1,2,3,4
; assay: state exec = 0xf
; assay: state s[4:5] = buf
; assay: state s6 = 8
; assay[gfx906]: state s7 = 0x27fac
; assay[gfx1100]: state s7 = 0x30016fac
; assay: state v1 = lane * 4
; assay: state v2 = lane + 10
; assay: state v0 = 0
; assay: expect v0[0:3] = 1, 2, 0, 0
; assay: expect memory buf = u32:10,11,3,4
; assay: observe v0 memory:buf
buffer_load_dword v0, v1, s[4:7], 0 offen
s_waitcnt vmcnt(0)
s_mov_b32 exec_lo, 3
buffer_store_dword v2, v1, s[4:7], 0 offen
s_mov_b32 exec_lo, 0xc
buffer_store_dword v2, v1, s[4:7], 0 offen
