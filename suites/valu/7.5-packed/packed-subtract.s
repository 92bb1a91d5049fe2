; Packed differences wrap in each half, with no borrow from one to the other.
; RDNA3 ISA, 7.5, 16.10 V_PK_SUB_U16; Vega ISA, 12.10.  {1 - 2, 3 - 5} = {0xffff, 0xfffe}; reversed {1, 2}.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.packed
; assay: state v1 = 0x00010003
; assay: state v2 = 0x00020005
; assay: expect v0[*] = 0xfffffffe
; assay: expect v3[*] = 0x00010002
v_pk_sub_u16 v0, v1, v2
v_pk_sub_i16 v3, v2, v1
