; A scalar instruction takes EXEC or M0 or SCC as a source, not two of them.
; RDNA3 ISA, 6.2 ("at most 1 of: EXEC, M0, SCC").
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: rules salu.sources_special
; assay: expect finding salu.sources_special
; assay: observe s0
s_and_b32 s0, exec_lo, m0
