; NEG_LO flips the sign of the value for the low result, NEG_HI that for the high one.
; RDNA3 ISA, 7.5; Vega ISA, 6.7.  {2.0, 1.0} + -{1.0, 0.5} in f16: low 1.0 - 0.5 = 0.5 (0x3800), high 2.0 + 1.0 = 3.0 (0x4200).
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.packed, valu.neg
; assay: state v1 = 0x40003c00
; assay: state v2 = 0x3c003800
; assay: expect v0[*] = 0x42003800
v_pk_add_f16 v0, v1, v2 neg_lo:[0,1] neg_hi:[0,0]
