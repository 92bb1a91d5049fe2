; CLAMP of a packed operation holds each half in [0, 1].
; RDNA3 ISA, 7.5; Vega ISA, 6.7.  {2.0, -2.0} + {1.0, 1.0} = {3.0, -1.0}: {1.0, 0}.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.float, valu.packed
; assay: state v1 = 0x4000c000
; assay: state v2 = 0x3c003c00
; assay: expect v0[*] = 0x3c000000
v_pk_add_f16 v0, v1, v2 clamp
