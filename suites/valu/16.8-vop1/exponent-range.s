; V_EXP_F32 overflows to infinity and flushes what would be subnormal, whatever MODE says; whole powers of two are exact.
; RDNA3 ISA, 16.8 V_EXP_F32; Vega ISA, 12.8.  Lanes: 128, -127 (2^-127 is subnormal), -1000.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special, float.denorm.out
; assay: state exec = 7
; assay: state v1 = 0x43000000, 0xc2fe0000, 0xc47a0000
; assay: state v0 = 0
; assay: expect v0[0:2] = 0x7f800000, 0, 0
; assay: observe v0
v_exp_f32 v0, v1
