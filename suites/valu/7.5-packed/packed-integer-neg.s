; NEG bits mean nothing to a packed integer operation.
; RDNA3 ISA, 7.5, and errata E-066; Vega ISA, 6.7.  The words are v_pk_add_u16 v0, v1, v2 with NEG of source 1 set: {2, 1} + {3, 2} = {5, 3}.
; kills: op-sel-hi-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.packed
; assay: state v1 = 0x00020001
; assay: state v2 = 0x00030002
; assay: expect v0[*] = 0x00050003
; assay: expect v3[*] = 0x00030003
.if gfx906
.long 0xd38a4000, 0x58020501
.else
.long 0xcc0a4000, 0x58020501
.endif
v_pk_add_u16 v3, v1, v2 op_sel_hi:[0,0]
