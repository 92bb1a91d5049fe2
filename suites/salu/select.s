; S_CSELECT takes source 0 when SCC is 1; S_CMOV moves then only.
; RDNA3 ISA, 16.1 S_CSELECT_B32, 16.3 S_CMOV_B32; Vega ISA, 12.1, 12.3.  3 < 5 sets SCC, 5 < 3 clears it.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules salu.select, salu.compare
; assay: state s0 = 3
; assay: state s1 = 5
; assay: state s4 = 9
; assay: expect s2 = 0xfffffff0
; assay: expect s3 = 7
; assay: expect s4 = 9
; assay: expect scc = 0
; assay: observe s2 s3 s4 scc
s_cmp_lt_i32 s0, s1
s_cselect_b32 s2, -16, 7
s_cmp_lt_i32 s1, s0
s_cselect_b32 s3, -16, 7
s_cmov_b32 s4, 1
