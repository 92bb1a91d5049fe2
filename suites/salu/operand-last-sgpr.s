; The last SGPR a program names: s105 on RDNA3, s101 on Vega; the codes above it are VCC and other state.
; RDNA3 ISA, 6.2, Table 19 (codes 0 to 105); Vega ISA, 5.2 (codes 0 to 101).  7 + -16 = -9.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules salu.move, register.sgpr.range
; assay: state s101 = 7
; assay[gfx1100]: state s105 = 7
; assay: expect s0 = 0xfffffff7
.if gfx906
s_add_u32 s0, s101, -16
.else
s_add_u32 s0, s105, -16
.endif
