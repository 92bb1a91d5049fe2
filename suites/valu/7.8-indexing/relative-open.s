; What V_MOVRELS takes from a register that is undefined is undefined, and so is what depends on it.
; RDNA3 ISA, 7.8.  M0 = 2: v4 + 2 = v6, which has no value.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules valu.movrel
; assay: state m0 = 2
; assay: state v4 = 44
; assay: state s8 = 0
; assay: expect s8 = 0
; assay: expect note open.branch
; assay: observe s8
v_movrels_b32 v0, v4
v_readfirstlane_b32 s9, v0
s_cmp_eq_u32 s9, 0
s_cbranch_scc0 over
s_nop 0
over:
s_nop 0
