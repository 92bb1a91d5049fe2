; In VOP3 the carry goes to any scalar register and comes from any; VCC is left alone, and inactive lanes give 0.
; RDNA3 ISA, 7.2.1, 16.12 V_ADD_CO_U32; Vega ISA, 6.2.2.  Lanes 0 and 1 on, 0xffffffff + lane: lane 1 carries.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.carry, valu.carry.inactive
; assay: state exec = 3
; assay: state vcc = 0x77
; assay: state s[10:11] = 0xffffffffffffffff
; assay: state s[12:13] = 3
; assay: state v0 = 9
; assay: state v1 = 0xffffffff
; assay: state v2 = lane
; assay: state v5 = 9
; assay: expect s10 = 2
; assay[64]: expect s11 = 0
; assay[32]: expect s11 = 0xffffffff
; assay: expect vcc_lo = 0x77
; assay: expect v0[0:2] = 0xffffffff, 0, 9
; assay: expect v5[0:2] = 1, 2, 9
; assay: observe s[10:11] vcc_lo v0 v5
.if wave == 64
v_add_co_u32_e64 v0, s[10:11], v1, v2
.if gfx906
v_addc_co_u32_e64 v5, s[14:15], v2, 0, s[12:13]
.else
v_add_co_ci_u32_e64 v5, s[14:15], v2, 0, s[12:13]
.endif
.else
v_add_co_u32_e64 v0, s10, v1, v2
v_add_co_ci_u32_e64 v5, s14, v2, 0, s12
.endif
