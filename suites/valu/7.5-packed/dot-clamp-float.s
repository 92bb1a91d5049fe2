; CLAMP of a float dot product: ignored on RDNA3, to [0, 1] on Vega.
; RDNA3 ISA, 7.2.3.1 ("not supported for (ignored): Float DOT instructions"); Vega ISA, 6.2.3.  2.0 * 3.0 + 4.0 * 0.5 + 10.0 = 18.0.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.dot, valu.clamp.float
; assay: state v1 = 0x40004400
; assay: state v2 = 0x42003800
; assay: state v3 = 10.0
; assay[gfx906]: expect v0[*] = 1.0
; assay[gfx1100]: expect v0[*] = 18.0
v_dot2_f32_f16 v0, v1, v2, v3 clamp
