; Relative moves write only active lanes.
; RDNA3 ISA, 7.8, 3.2.2.  Lane 1 is off.
; kills: exec-ignored
; assay: arch gfx1100
; assay: rules valu.movrel, exec.inactive.keep
; assay: state exec = 5
; assay: state m0 = 1
; assay: state v6 = 6
; assay: state v7 = 7
; assay: expect v6[0:2] = 7, 6, 7
; assay: observe v6
v_movreld_b32 v5, v7
