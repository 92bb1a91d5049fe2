; S_ENDPGM ends the wave: nothing after it runs.
; RDNA3 ISA, 5.2; Vega ISA, 4.1.
; kills: condition-inverted
; assay: arch gfx906 gfx1100
; assay: rules control.end
; assay: state s0 = 1
; assay: observe s0
; assay: expect s0 = 1
; assay: expect instructions = 3
s_cmp_eq_u32 0, 0
s_cbranch_scc0 more
s_endpgm
more:
s_mov_b32 s0, 2
