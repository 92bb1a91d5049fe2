; A clock is written to MODE, which decides how floats round: what follows is undefined.
; Assay, invariant 9 (docs/architecture.md); Vega ISA, 12.3 S_MEMTIME, 3.4 MODE.  v0 was written before: 7, but in lane 1, which is off.
; kills: open-unsaid
; assay: arch gfx906
; assay: rules open.mode
; assay: state exec = 0xfffffffffffffffd
; assay: state v0 = 5
; assay: observe v0
; assay: expect v0[0:2] = 7, 5, 7
; assay: expect note open.mode
v_mov_b32 v0, 7
s_memtime s[2:3]
s_waitcnt lgkmcnt(0)
s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s2
