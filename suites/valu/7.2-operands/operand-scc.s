; SCC as a source is a word: 0 or 1.
; RDNA3 ISA, 7.2, Table 26 (code 253); Vega ISA, 6.2.1.  5 & 4 is not 0, so SCC = 1; 1 - 16 = -15.
; kills: scc-unwritten
; assay: arch gfx906 gfx1100
; assay: rules decode.status_source
; assay: state s0 = 5
; assay: state scc = 0
; assay: expect v0[*] = 1
; assay: expect s2 = 0xfffffff1
; assay: expect scc = 0
s_and_b32 s1, s0, 4
v_mov_b32 v0, src_scc
s_add_u32 s2, src_scc, -16
