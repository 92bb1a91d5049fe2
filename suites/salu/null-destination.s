; A scalar operation whose destination is NULL still writes SCC.
; RDNA3 ISA, 3.4.4, and errata E-002.  0xf0 & 0x30 = 0x30 is not 0.
; kills: scc-unwritten
; assay: arch gfx1100
; assay: rules salu.null, salu.logic
; assay: state scc = 0
; assay: state s0 = 0xf0
; assay: state s1 = 0x30
; assay: expect scc = 1
; assay: expect s2 = 1
s_and_b32 null, s0, s1
s_cselect_b32 s2, 1, 0
