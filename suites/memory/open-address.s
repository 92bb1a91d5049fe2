; A clock is an address: what is read there, and all that follows, is undefined.
; Assay, invariant 9 (docs/architecture.md); Vega ISA, 12.3 S_MEMTIME, 10 LDS.  v0 was written before: 7, but in lane 1, which is off.
; kills: open-unsaid
; assay: arch gfx906
; assay: rules open.address
; assay: state exec = 0xfffffffffffffffd
; assay: state v0 = 5
; assay: lds 1024
; assay: observe v0
; assay: expect v0[0:2] = 7, 5, 7
; assay: expect note open.address
v_mov_b32 v0, 7
s_memtime s[2:3]
s_waitcnt lgkmcnt(0)
v_mov_b32 v1, s2
ds_read_b32 v2, v1
s_waitcnt lgkmcnt(0)
