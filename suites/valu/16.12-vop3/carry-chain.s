; A 64-bit sum in two steps: the carry of each lane travels in VCC.
; RDNA3 ISA, 16.12 V_ADD_CO_U32, 16.7 V_ADD_CO_CI_U32; Vega ISA, 12.7.  0x1_ffffffff + 0x2_00000001 = 0x4_00000000.
; kills: carry-in-dropped
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.carry
; assay: state v1 = 0xffffffff
; assay: state v2 = 1
; assay: state v3 = 1
; assay: state v4 = 2
; assay: expect v5[*] = 0
; assay: expect v6[*] = 4
; assay: expect vcc_lo = 0
; assay: observe v5 v6 vcc_lo
.if wave == 64
v_add_co_u32 v5, vcc, v1, v3
.else
v_add_co_u32 v5, vcc_lo, v1, v3
.endif
.if gfx906
v_addc_co_u32 v6, vcc, v2, v4, vcc
.else
.if wave == 64
v_add_co_ci_u32 v6, vcc, v2, v4, vcc
.else
v_add_co_ci_u32 v6, vcc_lo, v2, v4, vcc_lo
.endif
.endif
