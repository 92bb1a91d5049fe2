; A float inline constant of a packed operation is an f16 in the low half; the high result takes it by OP_SEL_HI 0.
; RDNA3 ISA, 7.5.1; Vega ISA, 6.7.  {1.0, 2.0} + {4.0, 4.0} = {5.0, 6.0} = {0x4500, 0x4600}.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules valu.packed.constant, decode.inline.float
; assay: state v1 = 0x3c004000
; assay: expect v0[*] = 0x45004600
v_pk_add_f16 v0, v1, 4.0 op_sel_hi:[1,0]
