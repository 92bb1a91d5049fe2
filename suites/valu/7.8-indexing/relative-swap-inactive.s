; V_SWAPREL swaps active lanes; the others keep what they have in both registers.
; RDNA3 ISA, 7.8, 16.8 V_SWAPREL_B32, 3.2.2.  Lane 1 is off; M0[25:16] = 1 moves v3 to v4, M0[9:0] = 2 moves v6 to v8.
; kills: exec-ignored
; assay: arch gfx1100
; assay: rules valu.movrel, exec.inactive.keep
; assay: state exec = 5
; assay: state m0 = 0x10002
; assay: state v4 = 4
; assay: state v8 = 8
; assay: expect v4[0:2] = 8, 4, 8
; assay: expect v8[0:2] = 4, 8, 4
; assay: observe v4 v8
v_swaprel_b32 v3, v6
