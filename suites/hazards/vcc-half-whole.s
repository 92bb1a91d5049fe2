; A write of all of VCC after that of a half renews VCCZ, and the branch is taken.
; Vega ISA, 4.2; LLVM SIInsertWaitcnts, partialVCCWritesUpdateVCCZ: it writes VCC to itself.
; kills: hazards-unended
; assay: arch gfx906
; assay: profile silicon
; assay: rules hazard.vccz.half
; assay: state vcc = 0xffffffff
; assay: observe s5
; assay: expect s5 = 5
s_mov_b32 vcc_lo, 0
s_mov_b64 vcc, vcc
s_nop 4
s_mov_b32 s5, 5
s_cbranch_vccz over
s_mov_b32 s5, 6
over:
