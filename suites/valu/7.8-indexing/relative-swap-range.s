; V_SWAPREL with an index past the registers exchanges nothing.
; RDNA3 ISA, 7.8, Table 32, 3.3.2.2.  M0[9:0] = 512.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules valu.movrel, register.vgpr.range
; assay: state m0 = 0x00000200
; assay: state v7 = 7
; assay: state v5 = 5
; assay: expect note register.vgpr.range
; assay: expect v5[*] = 5
; assay: expect v7[*] = 7
; assay: observe v5 v7
v_swaprel_b32 v5, v7
