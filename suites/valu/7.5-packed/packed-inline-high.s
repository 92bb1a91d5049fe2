; The high half of an inline constant is 0: OP_SEL_HI 1 adds nothing to the high result.
; RDNA3 ISA, 7.5.1; Vega ISA, 6.7.  {1.0, 2.0} + {0, 4.0} = {1.0, 6.0}.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules valu.packed.constant
; assay: state v1 = 0x3c004000
; assay: expect v0[*] = 0x3c004600
v_pk_add_f16 v0, v1, 4.0
