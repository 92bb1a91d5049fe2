; S_CMOV with SCC = 0 does not write M0, so the message needs no wait state after it.
; Vega ISA, 4.5 "SALU writes M0"; errata E-311.  s5 = 3 shows that the rest ran.
; kills: idle-writer
; assay: arch gfx906
; assay: rules hazard.m0
; assay: state scc = 0
; assay: state m0 = 0
; assay: observe s5
; assay: expect s5 = 3
s_cmov_b32 m0, 4
s_sendmsg sendmsg(MSG_INTERRUPT)
s_mov_b32 s5, 3
