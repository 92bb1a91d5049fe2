; OP_SEL[2] of V_DOT2_F16_F16 takes source 2 from its high half; the result keeps the other half of its register.
; RDNA3 ISA, 7.2.2.4, 7.2.1.  2.0 * 3.0 + 4.0 * 0.5 + 1.0 = 9.0 = 0x4880.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules valu.dot, valu.half.high
; assay: state v0 = 0x11112222
; assay: state v1 = 0x40004400
; assay: state v2 = 0x42003800
; assay: state v3 = 0x3c000000
; assay: expect v0[*] = 0x11114880
v_dot2_f16_f16 v0, v1, v2, v3 op_sel:[0,0,1,0]
