; S_WQM of 0 is 0 and clears SCC; a full quad stays as it is.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.
; kills: scc-unwritten
; assay: arch gfx906 gfx1100
; assay: rules salu.wqm
; assay: state scc = 1
; assay: state s0 = 0xf0
; assay: expect s1 = 0xf0
; assay: expect s2 = 1
; assay: expect s3 = 0
; assay: expect scc = 0
s_wqm_b32 s1, s0
s_cselect_b32 s2, 1, 0
s_wqm_b32 s3, 0
