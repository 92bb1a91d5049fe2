; V_MOV copies a register, a scalar or a constant to the active lanes.
; RDNA3 ISA, 16.8 V_MOV_B32; Vega ISA, 12.8.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.move, exec.inactive.keep
; assay: state exec = 5
; assay: state s0 = 7
; assay: state v0 = 1
; assay: state v1 = lane + 100
; assay: state v2 = 1
; assay: expect v0[0:3] = 100, 1, 102, 1
; assay: expect v2[0:3] = 7, 1, 7, 1
; assay: observe v0 v2
v_mov_b32 v0, v1
v_mov_b32 v2, s0
