; S_MIN and S_MAX set SCC when source 0 is the one chosen.
; RDNA3 ISA, 6.5, 16.1 S_MIN_I32; Vega ISA, 12.1.  min(-16, 3) = -16 is source 0; max(-16, 3) = 3 is source 1.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules salu.minmax
; assay: state s0 = 3
; assay: expect s1 = 0xfffffff0
; assay: expect s2 = 1
; assay: expect s3 = 3
; assay: expect scc = 0
s_min_i32 s1, -16, s0
s_cselect_b32 s2, 1, 0
s_max_i32 s3, -16, s0
