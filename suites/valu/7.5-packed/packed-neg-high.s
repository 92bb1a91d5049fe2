; NEG_HI flips the sign of the operand for the high result alone.
; RDNA3 ISA, 7.5; Vega ISA, 6.7.  {2.0, 1.0} + {-1.0, 0.5}: high 1.0 (0x3c00), low 1.5 (0x3e00).
; kills: neg-hi-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.packed, valu.neg
; assay: state v1 = 0x40003c00
; assay: state v2 = 0x3c003800
; assay: expect v0[*] = 0x3c003e00
v_pk_add_f16 v0, v1, v2 neg_hi:[0,1]
