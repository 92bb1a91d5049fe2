; Source code 253 is SCC as the number 0 or 1, which the operation may overwrite.
; RDNA3 ISA, 6.2, Table 20; Vega ISA, 5.2.  The words are s_mov_b32 s0, scc and s_add_u32 s1, scc, 1: 1 and 1 + 1 = 2, then SCC 0.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules decode.status_source
; assay: expect s0 = 1
; assay: expect s1 = 2
; assay: expect s2 = 0
; assay: expect scc = 0
s_cmp_eq_u32 0, 0
s_mov_b32 s0, src_scc
s_add_u32 s1, src_scc, 1
s_mov_b32 s2, src_scc
