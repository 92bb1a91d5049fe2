; The 16-bit additions of VOP3 take and write the halves OP_SEL names.
; RDNA3 ISA, 7.2.2.4, Table 27; Vega ISA, 13.3.4.  5 + 3 = 8 into the high half; 5 - 3 = 2 from high halves into the low one.
; kills: half-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.half.high
; assay: state v0 = 0x11112222
; assay: state v4 = 0
; assay: state v1 = 0x00050009
; assay: state v2 = 0x00030003
; assay: expect v0[*] = 0x00082222
; assay: expect v4[*] = 2
.if gfx906
v_add_i16 v0, v1, v2 op_sel:[1,0,1]
v_sub_i16 v4, v1, v2 op_sel:[1,1,0]
.else
v_add_nc_i16 v0, v1, v2 op_sel:[1,0,1]
v_sub_nc_u16 v4, v1, v2 op_sel:[1,1,0]
.endif
