; S_CBRANCH_SCC0 goes when SCC is 0, S_CBRANCH_SCC1 when it is 1.
; RDNA3 ISA, 5.4, Table 17; Vega ISA, 4.2.  Only s1 and s4 are written.
; kills: condition-inverted
; assay: arch gfx906 gfx1100
; assay: rules control.branch.condition, open.branch
; assay: state s0 = 0
; assay: state s1 = 0
; assay: state s3 = 0
; assay: state s4 = 0
; assay: expect s0 = 0
; assay: expect s1 = 1
; assay: expect s3 = 0
; assay: expect s4 = 1
; assay: observe s0 s1 s3 s4
s_cmp_eq_u32 0, 1
s_cbranch_scc0 first
s_mov_b32 s0, 1
first:
s_cbranch_scc1 second
s_mov_b32 s1, 1
second:
s_cmp_eq_u32 0, 0
s_cbranch_scc1 third
s_mov_b32 s3, 1
third:
s_cbranch_scc0 fourth
s_mov_b32 s4, 1
fourth:
s_nop 0
