; V_SWAPREL exchanges two registers, each with its own index.
; RDNA3 ISA, 7.8, 16.8 V_SWAPREL_B32 (the manual's example: v25 and v17).
; kills: index-ignored
; assay: arch gfx1100
; assay: rules valu.movrel, valu.swap
; assay: state m0 = 0x0014000a
; assay: state v17 = 17
; assay: state v25 = 25
; assay: expect v25[*] = 17
; assay: expect v17[*] = 25
; assay: observe v17 v25
v_swaprel_b32 v5, v7
