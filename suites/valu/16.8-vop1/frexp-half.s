; V_FREXP of f16 gives a mantissa in [0.5, 1) and a 16-bit exponent.
; RDNA3 ISA, 16.8 V_FREXP_EXP_I16_F16, V_FREXP_MANT_F16; Vega ISA, 12.8.  0.375 = 0.75 * 2^-1: 0x3a00 and 0xffff.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.frexp
; assay: state v0 = 0
; assay: state v2 = 0
; assay: state v1 = 0x3600
; assay: expect v0[*] = 0x3a00
; assay: expect v2[*] = 0xffff
v_frexp_mant_f16 v0, v1
v_frexp_exp_i16_f16 v2, v1
