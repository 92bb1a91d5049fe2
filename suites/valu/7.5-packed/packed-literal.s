; A literal of a packed operation has two halves.
; RDNA3 ISA, 7.5 (OPSEL works for literals).  {5, 1} + {0x1000, 0x2000} = {0x1005, 0x2001}.
; kills: literal-zero
; assay: arch gfx1100
; assay: rules valu.packed, decode.literal.vop3
; assay: state v1 = 0x00050001
; assay: expect v0[*] = 0x10052001
v_pk_add_u16 v0, v1, 0x10002000
