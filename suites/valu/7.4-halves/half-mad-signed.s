; V_MAD_I16 takes the half of each source and of its result that OP_SEL names.
; RDNA3 ISA, 7.2.2.4, Table 27; Vega ISA, 13.3.4.  2 * -3 + 4 = -2 into the high half; the low half stays.
; kills: half-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.half.high
; assay: state v0 = 0x11112222
; assay: state v1 = 2
; assay: state v2 = 0xfffd0007
; assay: state v3 = 4
; assay: expect v0[*] = 0xfffe2222
v_mad_i16 v0, v1, v2, v3 op_sel:[0,1,0,1]
