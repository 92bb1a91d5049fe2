; A carry of a wave64 goes lane by lane through two scalar registers.
; RDNA3 ISA, 7.2.5, 7.2.6; Vega ISA, 6.2.2.  Lanes 32 to 35 hold 0xffffffff and carry: the high halves there get 1.
; kills: mask-half
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.carry, valu.wave64
; assay: state v1 = lane >> 2 << 30
; assay: state v2 = 0xc0000000
; assay: expect v3[3:4] = 0, 1
; assay: expect v3[35:36] = 0, 1
; assay: observe v3
v_add_co_u32 v0, vcc, v1, v2
.if gfx906
v_addc_co_u32 v3, vcc, 0, 0, vcc
.else
v_add_co_ci_u32_e64 v3, vcc, 0, 0, vcc
.endif
