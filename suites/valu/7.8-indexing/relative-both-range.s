; V_MOVRELSD whose source lies just past the allocation reads v0, and its destination is moved all the same.
; RDNA3 ISA, 3.3.2.2, 7.8.  M0 = 4 and 24 registers: v20 + 4 is the first beyond them, v2 + 4 = v6 is not.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules register.vgpr.range, valu.movrel
; assay: vgprs 24
; assay: state m0 = 4
; assay: state v0 = 11
; assay: state v2 = 22
; assay: state v6 = 33
; assay: state v20 = 44
; assay: expect v2[*] = 22
; assay: expect v6[*] = 11
; assay: expect note register.vgpr.range
; assay: observe v2 v6
v_movrelsd_b32 v2, v20
