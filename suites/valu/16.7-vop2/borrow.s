; V_SUB_CO gives a borrow, V_SUBREV_CO subtracts the other way round, and V_SUBB takes the borrow in.
; RDNA3 ISA, 16.7 V_SUB_CO_CI_U32; Vega ISA, 12.7 V_SUBB_CO_U32.  1 - 2 borrows: 0xffffffff; 2 - 1 = 1 does not; 5 - 3 - 1 = 1.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.carry
; assay: state exec = 1
; assay: state v0 = 9
; assay: state v1 = 1
; assay: state v2 = 2
; assay: state v3 = 5
; assay: state v4 = 3
; assay: state s[10:11] = 0
; assay: state s[12:13] = 0
; assay: state v5 = 0
; assay: state v6 = 0
; assay: expect v0[0:1] = 0xffffffff, 9
; assay: expect v5[0] = 1
; assay: expect v6[0] = 1
; assay: expect s10 = 1
; assay: expect s12 = 0
; assay: observe v0 v5 v6 s10 s12
.if wave == 64
v_sub_co_u32_e64 v0, s[10:11], v1, v2
v_subrev_co_u32_e64 v5, s[12:13], v1, v2
.if gfx906
v_subb_co_u32_e64 v6, s[14:15], v3, v4, s[10:11]
.else
v_sub_co_ci_u32_e64 v6, s[14:15], v3, v4, s[10:11]
.endif
.else
v_sub_co_u32_e64 v0, s10, v1, v2
v_subrev_co_u32_e64 v5, s12, v1, v2
v_sub_co_ci_u32_e64 v6, s14, v3, v4, s10
.endif
