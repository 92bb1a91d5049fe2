; Neither half of a VOPD writes inactive lanes.
; RDNA3 ISA, 7.6, 3.2.2.
; kills: exec-ignored
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd, exec.inactive.keep
; assay: state exec = 2
; assay: state v0 = 1
; assay: state v3 = 2
; assay: state v1 = 10
; assay: state v2 = 20
; assay: expect v0[0:2] = 1, 10, 1
; assay: expect v3[0:2] = 2, 20, 2
; assay: observe v0 v3
v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v2
