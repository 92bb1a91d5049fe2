; S_CBRANCH_EXECZ branches when no lane is on.
; RDNA3 ISA, 5.4, Table 17; Vega ISA, 4.2.
; kills: condition-inverted
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules control.branch.condition
; assay: state exec = 0
; assay: state s0 = 1
; assay: expect s0 = 1
; assay: expect s1 = 5
; assay: observe s0 s1
s_mov_b32 s1, 5
s_cbranch_execz done
s_mov_b32 s0, 2
s_mov_b32 s1, 6
done:
s_nop 0
