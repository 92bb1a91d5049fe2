; S_CBRANCH_EXECZ goes when no lane is on, S_CBRANCH_EXECNZ when one is.
; RDNA3 ISA, 5.4; Vega ISA, 4.2.
; kills: condition-inverted
; assay: arch gfx906 gfx1100
; assay: rules control.branch.condition
; assay: state s0 = 0
; assay: state s1 = 0
; assay: expect s0 = 0
; assay: expect s1 = 1
; assay: observe s0 s1
s_cbranch_execnz on
s_mov_b32 s0, 1
on:
s_mov_b64 exec, 0
s_cbranch_execnz off
s_mov_b32 s1, 1
off:
s_nop 0
