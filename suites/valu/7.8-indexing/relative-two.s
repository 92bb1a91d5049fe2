; V_MOVRELSD_2 adds M0[9:0] to the source and M0[25:16] to the destination.
; RDNA3 ISA, 7.8, 16.8 V_MOVRELSD_2_B32 (the manual's example: v25 takes v17).
; kills: index-ignored
; assay: arch gfx1100
; assay: rules valu.movrel
; assay: state m0 = 0x0014000a
; assay: state v7 = 7
; assay: state v17 = 17
; assay: state v25 = 25
; assay: expect v25[*] = 17
; assay: observe v25
v_movrelsd_2_b32 v5, v7
