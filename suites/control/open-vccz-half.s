; VCCZ is undefined where either half of VCC is: here the high one is a clock's, and VCCZ as data decides a branch.
; Assay, invariant 9 (docs/architecture.md); Vega ISA, 3.5, 5.2.  s0 was written before: 7.
; kills: vccz-half-closed
; assay: arch gfx906
; assay: rules open.branch, decode.status_source
; assay: state vcc_lo = 0
; assay: observe s0
; assay: expect s0 = 7
; assay: expect note open.branch
s_mov_b32 s0, 7
s_memtime s[2:3]
s_waitcnt lgkmcnt(0)
s_mov_b32 vcc_hi, s3
s_mov_b32 s4, src_vccz
s_cmp_eq_u32 s4, 1
s_cbranch_scc1 end
s_nop 0
end:
