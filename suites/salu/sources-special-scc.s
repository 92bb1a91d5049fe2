; SCC is one of them where it is a source by number.
; RDNA3 ISA, 6.2 ("at most 1 of: EXEC, M0, SCC").
; kills: special-scc-free
; assay: arch gfx1100
; assay: rules salu.sources_special
; assay: expect finding salu.sources_special
; assay: observe s0
s_or_b32 s0, src_scc, exec_hi
