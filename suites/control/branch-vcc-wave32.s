; In wave32 VCC_HI is no part of the mask: VCCZ looks at VCC_LO alone.
; RDNA3 ISA, 3.2.2, 3.4.6.  VCC_HI = 1, VCC_LO = 0: in wave32 the branch goes, in wave64 it does not.
; kills: condition-inverted
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules control.branch.condition, exec.wave32
; assay: state vcc_lo = 0
; assay: state vcc_hi = 1
; assay: state s0 = 0
; assay[32]: expect s0 = 0
; assay[64]: expect s0 = 1
; assay: observe s0
s_cbranch_vccz over
s_mov_b32 s0, 1
over:
s_nop 0
