; The RTZ forms lose a whole unit to a product with a subnormal factor, where MODE keeps subnormal f32.
; RDNA3 ISA, 12.3.1.  1 - 1 * 2^-149 lies below 1: towards zero it is the f32 0x3f7fffff and the f16 0x3bff; rounded to nearest it is 1.
; kills: third-source-zero
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules interp.round
; assay: state v0 = 0x3c00
; assay: state v1 = 0x80000001
; assay: state v2 = 1.0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: expect v3[*] = 0x3bff
; assay: expect v4[*] = 0x3c00
v_interp_p2_rtz_f16_f32 v3, v0, v1, v2
v_interp_p2_f16_f32 v4, v0, v1, v2
