; A clock is written to M0, and S_MOVRELS reads the register that M0 selects: what follows is undefined.
; Assay, invariant 9 (docs/architecture.md); Vega ISA, 12.3 S_MEMTIME, 3.2 M0.  v0 was written before: 7, but in lane 1, which is off.
; kills: open-unsaid
; assay: arch gfx906
; assay: rules open.m0
; assay: state exec = 0xfffffffffffffffd
; assay: state v0 = 5
; assay: observe v0
; assay: expect v0[0:2] = 7, 5, 7
; assay: expect note open.m0
v_mov_b32 v0, 7
s_memtime s[2:3]
s_waitcnt lgkmcnt(0)
s_and_b32 m0, s2, 3
s_nop 0
s_movrels_b32 s4, s4
