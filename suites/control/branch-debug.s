; Branches on the debugger's bits of STATUS do not go: a program starts with them clear.
; RDNA3 ISA, 5.4, 3.4.3, and errata E-008; Vega ISA, 4.2.
; kills: condition-inverted
; assay: arch gfx906 gfx1100
; assay: rules control.branch.condition
; assay: expect s0 = 1
; assay: observe s0
s_mov_b32 s0, 0
s_cbranch_cdbguser over
s_mov_b32 s0, 1
over:
s_nop 0
