; A scalar register as a packed operand has two halves like a VGPR.
; RDNA3 ISA, 7.5 (OPSEL works for SGPRs); Vega ISA, 6.7.  {5, 1} + {7, 3} = {12, 4}; with OP_SEL_HI 0 for the scalar {8, 4}.
; kills: op-sel-hi-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.packed
; assay: state v1 = 0x00050001
; assay: state s0 = 0x00070003
; assay: expect v0[*] = 0x000c0004
; assay: expect v2[*] = 0x00080004
v_pk_add_u16 v0, v1, s0
v_pk_add_u16 v2, v1, s0 op_sel_hi:[1,0]
