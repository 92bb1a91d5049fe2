; S_MIN_U32 and S_MAX_U32 compare without sign; SCC says that the first operand was chosen.
; RDNA3 ISA, 6.4, 16.1 S_MIN_U32; Vega ISA, 5.4.  0xffffffff and 1: minimum 1 with SCC 0, maximum 0xffffffff with SCC 1.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.minmax
; assay: state s0 = 0xffffffff
; assay: state s1 = 1
; assay: expect s2 = 1
; assay: expect s3 = 0
; assay: expect s4 = 0xffffffff
; assay: expect s5 = 1
s_min_u32 s2, s0, s1
s_mov_b32 s3, src_scc
s_max_u32 s4, s0, s1
s_mov_b32 s5, src_scc
