; SCC as a source of an addition is its value before the instruction; the addition then writes SCC.
; RDNA3 ISA, 6.2, Table 19 (code 253), 6.4; Vega ISA, 5.2.  SCC = 1: 0xffffffff + 1 = 0 with a carry, then 1 + 1 = 2 without.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.carry
; assay: state s0 = 0xffffffff
; assay: state scc = 1
; assay: expect s1 = 0
; assay: expect s2 = 2
; assay: expect s3 = 0
s_add_u32 s1, s0, src_scc
s_add_u32 s2, src_scc, 1
s_mov_b32 s3, src_scc
