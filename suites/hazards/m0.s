; S_MOVRELS needs a wait state after a scalar write of M0.
; Vega ISA, 4.5, Table 8.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.m0
; assay: state s6 = 60
; assay: expect s0 = 60
; assay: expect finding hazard.m0
s_mov_b32 m0, 2
s_movrels_b32 s0, s4
