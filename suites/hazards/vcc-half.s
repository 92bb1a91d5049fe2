; A write of half of VCC leaves VCCZ as it was, so the branch does not see it.
; Vega ISA, 4.2; LLVM SIInsertWaitcnts, partialVCCWritesUpdateVCCZ (GFX9 and before).  s5 = 5 shows that the rest ran.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: profile silicon
; assay: rules hazard.vccz.half
; assay: state vcc = 0
; assay: observe s5
; assay: expect s5 = 5
; assay: expect finding hazard.vccz.half
s_mov_b32 vcc_lo, 0
s_nop 4
s_cbranch_vccz over
over:
s_mov_b32 s5, 5
