; A result whose VGPR is past the allocation is dropped and no other register changes.
; RDNA3 ISA, 3.3.2.2, 7.2.7; Vega ISA, 3.6.1.  24 registers: v30 is none of them.
; kills: range-unchecked
; assay: arch gfx906 gfx1100
; assay: rules register.vgpr.range
; assay: vgprs 24
; assay: state v0 = 11
; assay: state v1 = 5
; assay: state v2 = 7
; assay: expect v0[*] = 11
; assay: expect v2[*] = 11
; assay: expect note register.vgpr.range
; assay: observe v0 v2
v_mov_b32 v30, v1
v_mov_b32 v2, v30
