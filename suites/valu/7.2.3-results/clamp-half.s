; CLAMP holds f16 results in [0, 1].
; RDNA3 ISA, 7.2.3.1; Vega ISA, 6.5.  2.0 + 1.0 gives 0x3c00, 1.0 - 2.0 gives 0.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.float
; assay: state v0 = 0
; assay: state v3 = 0
; assay: state v1 = 0x4000
; assay: state v2 = 0x3c00
; assay: expect v0[*] = 0x3c00
; assay: expect v3[*] = 0
v_add_f16_e64 v0, v1, v2 clamp
v_add_f16_e64 v3, -v1, v2 clamp
