; V_DIV_FIXUP_F16 takes and writes the halves OP_SEL names.
; RDNA3 ISA, 7.2.2.4, Table 27; Vega ISA, 13.3.4.  Numerator -6.0 by denominator 2.0 with the quotient 3.0 given: its size with the sign of the division, 0xc200.
; kills: half-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.half.high, float.div
; assay: state v0 = 0x11112222
; assay: state v1 = 0x42000000
; assay: state v2 = 0x4000
; assay: state v3 = 0xc6000000
; assay: expect v0[*] = 0xc2002222
v_div_fixup_f16 v0, v1, v2, v3 op_sel:[1,0,1,1]
