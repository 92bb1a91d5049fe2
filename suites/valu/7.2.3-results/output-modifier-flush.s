; A result that OMOD makes subnormal is flushed to zero.
; RDNA3 ISA, 7.2.3.1; Vega ISA, 6.2.2.  2^-126 * 1.0 is normal; halved it is 0, doubled 2^-125 = 0x01000000.
; kills: omod-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.omod
; assay: state mode = 0x100
; assay: state v1 = 0x00800000
; assay: state v2 = 1.0
; assay: expect v0[*] = 0
; assay: expect v3[*] = 0x01000000
v_mul_f32_e64 v0, v1, v2 div:2
v_mul_f32_e64 v3, v1, v2 mul:2
