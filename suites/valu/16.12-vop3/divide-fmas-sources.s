; V_DIV_FMAS keeps subnormal sources whatever MODE says; MODE flushes its result.
; RDNA3 ISA, 16.12 V_DIV_FMAS_F32 (Notes), and errata E-117; Vega ISA, VOP3 482.  MODE = 0x3c0 flushes f32.  2^-149 * 2^127 = 2^-22 = 0x34800000; 2^-149 * 1 is flushed.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.div, float.denorm.in
; assay: state mode = 0x3c0
; assay: state v1 = 1
; assay: state v2 = 0x7f000000
; assay: state vcc = 0
; assay: expect v0[*] = 0x34800000
; assay: expect v3[*] = 0
v_div_fmas_f32 v0, v1, v2, 0
v_div_fmas_f32 v3, v1, 1.0, 0
