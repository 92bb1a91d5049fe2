; A subtraction takes its borrow from SRC2 and gives its own to SDST.
; RDNA3 ISA, 7.2.1, 16.7 V_SUB_CO_CI_U32; Vega ISA, 6.2.2, 12.7.  Lane 0: 20 - 20 - 1 = -1 with a borrow; lane 1: 0 without.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.carry
; assay: state exec = 3
; assay: state s6 = 1
; assay: state s7 = 0
; assay: state v1 = 20, 21
; assay: state v2 = 20
; assay: state v0 = 0
; assay: expect v0[0:1] = 0xffffffff, 1
; assay: expect s8 = 1
; assay: observe v0 s8
.if gfx906
v_subb_co_u32_e64 v0, s[8:9], v1, v2, s[6:7]
.else
.if wave == 64
v_sub_co_ci_u32_e64 v0, s[8:9], v1, v2, s[6:7]
.else
v_sub_co_ci_u32_e64 v0, s8, v1, v2, s6
.endif
.endif
