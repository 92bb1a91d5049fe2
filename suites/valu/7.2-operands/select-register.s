; The VOP3 form of V_CNDMASK chooses by the scalar register of SRC2; VCC plays no part.
; RDNA3 ISA, 7.2.1, 7.2.6; Vega ISA, 6.2.2.  Bits 0 and 2 are set; in wave64 lane 33 follows the second register.
; kills: cndmask-inverted
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.cndmask
; assay: state vcc = 0
; assay: state s4 = 5
; assay: state s5 = 2
; assay: state v1 = 10
; assay: state v2 = 20
; assay: expect v0[0:3] = 20, 10, 20, 10
; assay[64]: expect v0[32:34] = 10, 20, 10
; assay: observe v0
.if wave == 64
v_cndmask_b32_e64 v0, v1, v2, s[4:5]
.else
v_cndmask_b32_e64 v0, v1, v2, s4
.endif
