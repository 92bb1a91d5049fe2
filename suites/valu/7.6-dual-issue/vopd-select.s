; V_DUAL_CNDMASK chooses by VCC.
; RDNA3 ISA, 7.6, 16.11.  VCC = 2: lane 1 takes source 1, lane 0 source 0.
; kills: cndmask-inverted
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd, valu.cndmask
; assay: state vcc = 2
; assay: state v1 = 10
; assay: state v2 = 20
; assay: state v4 = 30
; assay: state v5 = 40
; assay: expect v0[0:1] = 10, 20
; assay: expect v3[0:1] = 30, 40
; assay: observe v0 v3
v_dual_cndmask_b32 v0, v1, v2 :: v_dual_cndmask_b32 v3, v4, v5
