; V_LDEXP_F32 rounds once: to infinity past the range, to a subnormal or 0 below it, however large the exponent.
; RDNA3 ISA, 16.12 V_LDEXP_F32; Vega ISA, 12.12.  1.0 * 2^128 = inf; 1.5 * 2^-149 lies between 2^-149 and 2^-148: even 2; 1.0 * 2^-150 = 0; exponent 0x7fffffff = inf.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules float.ldexp
; assay: state exec = 0xf
; assay: state v1 = 1.0, 1.5, 1.0, 1.0
; assay: state v2 = 128, -149, -150, 0x7fffffff
; assay: state v0 = 0
; assay: expect v0[0:3] = 0x7f800000, 2, 0, 0x7f800000
; assay: observe v0
v_ldexp_f32 v0, v1, v2
