; S_DENORM_MODE takes effect at the next vector operation, f32 in its low two bits, f16 and f64 in the others.
; RDNA3 ISA, 5.1, 7.2.4.  Mode 0xc: f32 flushes, f16 keeps.  2^-126 * 0.5 is 0; in f16 2^-14 * 0.5 = 2^-15 = 0x0200.
; kills: denormals-kept
; assay: arch gfx1100
; assay: rules salu.mode, float.denorm.out
; assay: state mode = 0x3f0
; assay: state v1 = 0x00800000
; assay: state v2 = 0x0400
; assay: state v3 = 0
; assay: expect v0[*] = 0
; assay: expect v3[*] = 0x0200
; assay: expect mode = 0x3c0
; assay: observe v0 v3 mode
s_denorm_mode 0xc
v_mul_f32 v0, 0.5, v1
v_mul_f16 v3, 0.5, v2
