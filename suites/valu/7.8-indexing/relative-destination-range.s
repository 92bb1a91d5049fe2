; V_MOVRELD whose destination lies just past the allocation writes nothing, and that is reported.
; RDNA3 ISA, 3.3.2.2, 7.8.  M0 = 4 and 24 registers: v20 + 4 is the first beyond them.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules register.vgpr.range, valu.movrel
; assay: vgprs 24
; assay: state m0 = 4
; assay: state v0 = 11
; assay: state v1 = 5
; assay: state v20 = 44
; assay: expect v0[*] = 11
; assay: expect v20[*] = 44
; assay: expect note register.vgpr.range
; assay: observe v0 v20
v_movreld_b32 v20, v1
