; The same literal twice in one size is one literal.
; RDNA3 ISA, 7.2.2.3.  0x1234 + 0x1234 + 1 = 0x2469.
; kills: literal-zero
; assay: arch gfx1100
; assay: rules decode.constant_bus, decode.literal.vop3
; assay: state v1 = 1
; assay: expect v0[*] = 0x2469
v_add3_u32 v0, 0x1234, 0x1234, v1
