; S_CBRANCH_VCCNZ branches when a bit of VCC is set.
; RDNA3 ISA, 5.4, Table 17; Vega ISA, 4.2.
; kills: condition-inverted
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules control.branch.condition
; assay: state vcc = 4
; assay: expect s0 = 1
s_mov_b32 s0, 1
s_cbranch_vccnz done
s_mov_b32 s0, 2
done:
s_nop 0
