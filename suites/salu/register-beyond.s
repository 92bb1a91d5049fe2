; On Vega a scalar source beyond the wave's registers reads s0; a destination beyond them is not written, but SCC is.
; Vega ISA, 3.6, 5.2.  The wave has 16 scalar registers; s20 is beyond.  s0 + 1 = 12; -1 + 1 carries.
; kills: range-unchecked
; assay: arch gfx906
; assay: rules register.sgpr.range
; assay: sgprs 16
; assay: state s0 = 11
; assay: state s20 = 0x500
; assay: state s1 = 0xffffffff
; assay: state scc = 0
; assay: expect s2 = 12
; assay: expect s3 = 11
; assay: expect scc = 1
; assay: expect note register.sgpr.range
; assay: observe s2 s3 scc
s_add_u32 s2, s20, 1
s_add_u32 s20, s1, 1
s_mov_b32 s3, s20
