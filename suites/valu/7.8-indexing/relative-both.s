; V_MOVRELSD adds M0 to the source and to the destination.
; RDNA3 ISA, 7.8, 16.8 V_MOVRELSD_B32 (the manual's example: with M0 = 10, v15 takes v17).
; kills: index-ignored
; assay: arch gfx1100
; assay: rules valu.movrel
; assay: state m0 = 10
; assay: state v5 = 5
; assay: state v7 = 7
; assay: state v15 = 15
; assay: state v17 = 17
; assay: expect v5[*] = 5
; assay: expect v15[*] = 17
; assay: observe v5 v15
v_movrelsd_b32 v5, v7
