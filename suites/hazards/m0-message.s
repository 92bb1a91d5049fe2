; S_SENDMSG needs a wait state after a scalar write of M0.
; Vega ISA, 4.5, Table 8.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.m0
; assay: expect s0 = 5
; assay: expect finding hazard.m0
; assay: observe s0
s_mov_b32 m0, 1
s_sendmsg sendmsg(MSG_INTERRUPT)
s_mov_b32 s0, 5
