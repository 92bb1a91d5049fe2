; A scalar register and a literal are two scalar values, which RDNA3 allows.
; RDNA3 ISA, 7.2.2.3.  0x10000 + 5 + 1.
; kills: literal-zero
; assay: arch gfx1100
; assay: rules decode.constant_bus, decode.literal.vop3
; assay: state s1 = 5
; assay: state v1 = 1
; assay: expect v0[*] = 0x10006
v_add3_u32 v0, s1, 0x10000, v1
