; V_MOVRELD writes the register M0 further on.
; RDNA3 ISA, 7.8, 16.8 V_MOVRELD_B32 (the manual's example: with M0 = 10, v5 names v15).
; kills: index-ignored
; assay: arch gfx1100
; assay: rules valu.movrel
; assay: state m0 = 10
; assay: state v5 = 5
; assay: state v7 = 7
; assay: state v15 = 15
; assay: expect v5[*] = 5
; assay: expect v15[*] = 7
; assay: observe v5 v15
v_movreld_b32 v5, v7
