; CLAMP of a packed integer operation saturates each half to its type.
; RDNA3 ISA, 7.5; Vega ISA, 6.7.  Unsigned {0xfff0, 1} + {0x20, 2} = {0xffff, 3}; signed {0x7ff0, 0x8000} + {0x20, 0xffff} = {0x7fff, 0x8000}.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.int, valu.packed
; assay: state v1 = 0xfff00001
; assay: state v2 = 0x00200002
; assay: state v3 = 0x7ff08000
; assay: state v4 = 0x0020ffff
; assay: expect v0[*] = 0xffff0003
; assay: expect v5[*] = 0x7fff8000
v_pk_add_u16 v0, v1, v2 clamp
v_pk_add_i16 v5, v3, v4 clamp
