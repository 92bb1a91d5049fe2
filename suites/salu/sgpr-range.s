; On Vega a scalar source past the wave's allocation reads s0, and a write there is dropped while SCC is written.
; Vega ISA, 3.6.1.  16 SGPRs: s20 is none of them.  5 & 4 = 4 is not 0.
; kills: range-unchecked
; assay: arch gfx906
; assay: rules register.sgpr.range
; assay: sgprs 16
; assay: state s0 = 5
; assay: state scc = 0
; assay: expect s1 = 5
; assay: expect scc = 1
; assay: expect note register.sgpr.range
; assay: observe s1 scc
s_and_b32 s20, s0, 4
s_mov_b32 s1, s20
