; OP_SEL and OP_SEL_HI choose the halves of the third source as well.
; RDNA3 ISA, 7.5; Vega ISA, 6.7.  {1, 1} * {1, 1} + {7, 3}: crossed {4, 8}; both high {8, 8}.
; kills: op-sel-hi-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.packed
; assay: state v1 = 0x00010001
; assay: state v3 = 0x00070003
; assay: expect v0[*] = 0x00040008
; assay: expect v4[*] = 0x00080008
; assay: expect v5[*] = 0x00040004
v_pk_mad_u16 v0, v1, v1, v3 op_sel:[0,0,1] op_sel_hi:[1,1,0]
v_pk_mad_u16 v4, v1, v1, v3 op_sel:[0,0,1] op_sel_hi:[1,1,1]
v_pk_mad_u16 v5, v1, v1, v3 op_sel_hi:[1,1,0]
