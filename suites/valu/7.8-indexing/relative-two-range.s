; The indices of V_MOVRELSD_2 are 10 bits: 512 is past every register, so the source is v0.
; RDNA3 ISA, 7.8, Table 32, 3.3.2.2.  M0[9:0] = 512, M0[25:16] = 1.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules valu.movrel, register.vgpr.range
; assay: state m0 = 0x00010200
; assay: state v0 = 11
; assay: state v7 = 7
; assay: state v6 = 6
; assay: expect note register.vgpr.range
; assay: expect v6[*] = 11
; assay: observe v6
v_movrelsd_2_b32 v5, v7
