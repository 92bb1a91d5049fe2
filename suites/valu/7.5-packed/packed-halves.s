; OP_SEL picks the half of each source for the low result, OP_SEL_HI for the high one.
; RDNA3 ISA, 7.5; Vega ISA, 6.7.  v1 = {5, 1}, v2 = {7, 3}.  Both low halves twice: {1+3, 1+3}; crossed: {1+3, 5+7}.
; kills: op-sel-hi-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.packed
; assay: state v1 = 0x00050001
; assay: state v2 = 0x00070003
; assay: expect v0[*] = 0x00040004
; assay: expect v3[*] = 0x0004000c
; assay: expect v4[*] = 0x000c0004
v_pk_add_u16 v0, v1, v2 op_sel_hi:[0,0]
v_pk_add_u16 v3, v1, v2 op_sel:[1,1] op_sel_hi:[0,0]
v_pk_add_u16 v4, v1, v2
