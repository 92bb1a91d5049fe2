; V_MOVRELSD whose source lies past the allocation reads v0, and its destination is moved all the same.
; RDNA3 ISA, 3.3.2.2, 7.8.  M0 = 10 and 24 registers: v20 + 10 is beyond them, v2 + 10 = v12 is not.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules register.vgpr.range, valu.movrel
; assay: vgprs 24
; assay: state m0 = 10
; assay: state v0 = 11
; assay: state v2 = 22
; assay: state v12 = 33
; assay: state v20 = 44
; assay: expect v2[*] = 22
; assay: expect v12[*] = 11
; assay: expect note register.vgpr.range
; assay: observe v2 v12
v_movrelsd_b32 v2, v20
