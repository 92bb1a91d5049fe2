; V_MUL_LO_U16 keeps 16 bits of the product of the halves OP_SEL names.
; RDNA3 ISA, 7.2.2.4, Table 27.  0x4001 * 5 = 0x14005, so 0x4005, into the high half.
; kills: half-ignored
; assay: arch gfx1100
; assay: rules valu.half.high, valu.multiply
; assay: state v0 = 0x11112222
; assay: state v1 = 0x40010003
; assay: state v2 = 5
; assay: expect v0[*] = 0x40052222
.long 0xd7054800, 0x00020501    ; v_mul_lo_u16 v0, v1, v2 op_sel:[1,0,1]
