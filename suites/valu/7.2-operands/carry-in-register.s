; The VOP3 form takes its carry-in from the scalar register of SRC2, lane by lane.
; RDNA3 ISA, 7.2.1, 7.2.5; Vega ISA, 6.2.2.  Lanes 0 and 2 have a carry: 10 + 20 + 1.
; kills: carry-in-dropped
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules valu.carry
; assay: state s6 = 5
; assay: state s7 = 0
; assay: state vcc = 0
; assay: state v1 = 10
; assay: state v2 = 20
; assay: expect v0[0:3] = 31, 30, 31, 30
; assay: observe v0
.if wave == 64
v_add_co_ci_u32_e64 v0, s[8:9], v1, v2, s[6:7]
.else
v_add_co_ci_u32_e64 v0, s8, v1, v2, s6
.endif
