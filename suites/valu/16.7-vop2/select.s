; V_CNDMASK takes source 1 where the lane's bit is 1 and source 0 where it is 0.
; RDNA3 ISA, 16.7 V_CNDMASK_B32; Vega ISA, 12.7.  VCC = 0b0110.
; kills: cndmask-inverted
; assay: arch gfx906 gfx1100
; assay: rules valu.cndmask
; assay: state vcc = 6
; assay: state v1 = 10
; assay: state v2 = 20
; assay: expect v0[0:4] = 10, 20, 20, 10, 10
.if wave == 64
v_cndmask_b32 v0, v1, v2, vcc
.else
v_cndmask_b32 v0, v1, v2, vcc_lo
.endif
