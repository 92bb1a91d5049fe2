; An index of nearly 2^32 does not come round to registers below: V_MOVRELS reads v0.
; RDNA3 ISA, 3.3.2.2, 7.8.  M0 = 2^32 - 16: v20 + M0 is no v4.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules register.vgpr.range, valu.movrel
; assay: state m0 = 0xfffffff0
; assay: state v0 = 11
; assay: state v4 = 44
; assay: state v20 = 55
; assay: expect v2[*] = 11
; assay: expect note register.vgpr.range
v_movrels_b32 v2, v20
