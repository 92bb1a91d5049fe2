; OMOD does nothing where output denormals are kept.
; RDNA3 ISA, 7.2.3; Vega ISA, 6.2.  MODE = 0x1f0: denormals kept, IEEE 0.  1.0 + -2.0 = -1.0, not -2.0.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.omod
; assay: state mode = 0x1f0
; assay: state v1 = 1.0
; assay: state v2 = 2.0
; assay: expect v0[*] = -1.0
v_add_f32_e64 v0, v1, -v2 mul:2
