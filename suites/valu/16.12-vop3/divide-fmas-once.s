; V_DIV_FMAS rounds once, after scaling.
; RDNA3 ISA, 16.12 V_DIV_FMAS_F32 ("fused scale"), and errata E-117; Vega ISA, VOP3 482.  2^-70 + 2^-86 + 2^-60 * 2^-60, times 2^-64, is 2^-134 + 2^-150 and a little:
; above the middle of 2^-134 (0x8000) and the next number.  Rounded to 24 bits first, it would be the middle itself, and go down.
; kills: round-to-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v1 = 0x21800000
; assay: state v2 = 0x1c800080
; assay: state vcc = 0xffffffff
; assay: expect v0[0:7] = 0x8001
v_div_fmas_f32 v0, v1, v1, v2
