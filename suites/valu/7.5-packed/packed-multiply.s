; V_PK_MUL_LO_U16 keeps 16 bits of each product; V_PK_MAD_U16 adds to it.
; RDNA3 ISA, 7.5, 16.10 V_PK_MAD_U16; Vega ISA, 12.10.  {0x1001 * 0x10, 3 * 5} = {0x0010, 15}; plus {2, 1} = {0x0012, 16}.
; kills: op-sel-hi-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.packed
; assay: state v1 = 0x10010003
; assay: state v2 = 0x00100005
; assay: state v3 = 0x00020001
; assay: expect v0[*] = 0x0010000f
; assay: expect v4[*] = 0x00120010
; assay: expect v5[*] = 0x000f000f
v_pk_mul_lo_u16 v0, v1, v2
v_pk_mad_u16 v4, v1, v2, v3
v_pk_mul_lo_u16 v5, v1, v2 op_sel_hi:[0,0]
