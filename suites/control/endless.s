; A loop without end is stopped by the case's limit, and the result says so.
; RDNA3 ISA, 5.4; Vega ISA, 4.2: SIMM16 = -1 branches to the branch itself.
; kills: branch-off-by-one
; assay: arch gfx906 gfx1100
; assay: rules control.branch
; assay: limits instructions=50
; assay: expect status limit
; assay: expect instructions = 50
here:
s_branch here
s_nop 0
