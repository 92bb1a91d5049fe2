; S_MOVRELS with an index past the registers reads SGPR0.
; RDNA3 ISA, 3.3.1.4; Vega ISA, 3.6.1.  s4 + 200 is no register.
; kills: index-ignored
; assay: arch gfx906 gfx1100
; assay: rules register.sgpr.range, salu.movrel
; assay: state m0 = 200
; assay: state s0 = 11
; assay: state s4 = 44
; assay: expect s1 = 11
; assay: expect note register.sgpr.range
s_movrels_b32 s1, s4
