; V_MOVRELS past the allocation reads v0, V_MOVRELD past it writes nothing.
; RDNA3 ISA, 3.3.2.2, 7.8.
; kills: range-unchecked
; assay: arch gfx1100
; assay: rules register.vgpr.range, valu.movrel
; assay: vgprs 24
; assay: state m0 = 100
; assay: state v0 = 11
; assay: state v1 = 5
; assay: state v4 = 44
; assay: expect v2[*] = 11
; assay: expect v4[*] = 44
; assay: expect note register.vgpr.range
; assay: observe v2 v4
v_movrels_b32 v2, v4
v_movreld_b32 v4, v1
