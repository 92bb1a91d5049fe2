; OP_SEL and NEG of V_DOT2_F32_F16 name and negate the halves of its sources.
; RDNA3 ISA, 7.5, 7.5.1; Vega ISA, 6.7.  Low halves twice: 4.0 * 0.5 + 4.0 * 0.5 = 4.0; with NEG_HI on source 0: 4.0 * 0.5 - 2.0 * 3.0 = -4.0.
; kills: neg-hi-dropped
; assay: arch gfx1100
; assay: rules valu.dot, valu.neg
; assay: state v1 = 0x40004400
; assay: state v2 = 0x42003800
; assay: expect v0[*] = 4.0
; assay: expect v3[*] = -4.0
v_dot2_f32_f16 v0, v1, v2, 0 op_sel_hi:[0,0,1]
v_dot2_f32_f16 v3, v1, v2, 0 neg_hi:[1,0,0]
