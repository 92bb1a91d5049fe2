; S_CBRANCH_VCCZ goes when no lane of the wave has its VCC bit.
; RDNA3 ISA, 5.4, 3.4.6; Vega ISA, 4.2.
; kills: condition-inverted
; assay: arch gfx906 gfx1100
; assay: rules control.branch.condition
; assay: state vcc = 0
; assay: state s0 = 0
; assay: state s1 = 0
; assay: expect s0 = 0
; assay: expect s1 = 1
; assay: observe s0 s1
s_cbranch_vccz zero
s_mov_b32 s0, 1
zero:
s_mov_b64 vcc, 1
s_cbranch_vccz some
s_mov_b32 s1, 1
some:
s_nop 0
