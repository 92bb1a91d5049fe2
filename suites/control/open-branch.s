; A clock decides a branch: nothing after it can be compared, and a note says so.
; Assay, invariant 9 (docs/architecture.md); Vega ISA, 12.3 S_MEMTIME.  v0 was written before: 7, but in lane 1, which is off.
; kills: open-unsaid
; assay: arch gfx906
; assay: rules open.branch
; assay: state exec = 0xfffffffffffffffd
; assay: state v0 = 5
; assay: observe v0
; assay: expect v0[0:2] = 7, 5, 7
; assay: expect note open.branch
v_mov_b32 v0, 7
s_memtime s[2:3]
s_waitcnt lgkmcnt(0)
s_cmp_eq_u32 s2, 0
s_cbranch_scc1 end
s_nop 0
end:
