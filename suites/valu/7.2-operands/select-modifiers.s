; V_CNDMASK takes NEG and ABS, which change the sign bit of the 32 bits chosen.
; RDNA3 ISA, 7.2.2.1.  Lane 0 takes -(3.0), lane 1 |-2.0|.
; kills: abs-dropped
; assay: arch gfx1100
; assay: rules valu.cndmask, valu.neg, valu.abs
; assay: state s4 = 2
; assay: state v1 = 3.0
; assay: state v2 = -2.0
; assay: expect v0[0:1] = -3.0, 2.0
; assay: observe v0
v_cndmask_b32_e64 v0, -v1, |v2|, s4
