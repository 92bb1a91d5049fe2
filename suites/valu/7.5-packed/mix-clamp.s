; CLAMP of a mixed operation holds its result in [0, 1].
; RDNA3 ISA, 7.5 (CLMP); Vega ISA, 6.7.  2.0 * 3.0 + 1.0 = 7.0.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.mix, valu.clamp.float
; assay: state v4 = 0
; assay: state v1 = 2.0
; assay: state v2 = 3.0
; assay: state v3 = 1.0
; assay: expect v0[*] = 1.0
; assay: expect v4[*] = 0x3c00
v_fma_mix_f32 v0, v1, v2, v3 clamp
v_fma_mixlo_f16 v4, v1, v2, v3 clamp
