; An inline constant of a packed operation has a low half only: OP_SEL_HI 0 gives it to both results.
; RDNA3 ISA, 7.4, 7.5, and errata E-065; Vega ISA, 6.7.  {5, 1} + {4, 4} = {9, 5}.
; kills: op-sel-hi-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.packed.constant
; assay: state v1 = 0x00050001
; assay: expect v0[*] = 0x00090005
v_pk_add_u16 v0, v1, 4 op_sel_hi:[1,0]
