; A destination index of 512 is past every register: nothing is written.
; RDNA3 ISA, 7.8, Table 32, 3.3.2.2.  M0[9:0] = 0, M0[25:16] = 512; v5 stays.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules valu.movrel, register.vgpr.range
; assay: state m0 = 0x02000000
; assay: state v7 = 7
; assay: state v5 = 5
; assay: expect note register.vgpr.range
; assay: expect v5[*] = 5
; assay: observe v5
v_movrelsd_2_b32 v5, v7
