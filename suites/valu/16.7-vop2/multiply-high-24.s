; The high product of 24 bits is bits 47:32 of it, extended by the sign when signed.
; RDNA3 ISA, 16.7 V_MUL_HI_I32_I24; Vega ISA, 12.7.  0xffffff squared = 0xfffffe_000001: 0xffff; -2^23 * (2^23 - 1) = -0x3fff_ff800000: high 0xffffc000.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.mul24
; assay: state v1 = 0x01ffffff
; assay: state v2 = 0x00800000
; assay: state v3 = 0x007fffff
; assay: expect v0[*] = 0xffff
; assay: expect v4[*] = 0xffffc000
v_mul_hi_u32_u24 v0, v1, v1
v_mul_hi_i32_i24 v4, v2, v3
