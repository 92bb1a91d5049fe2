; OMOD turns a result of -0 into +0.
; RDNA3 ISA, 7.2.3.1 (not IEEE compatible: -0 is flushed to +0).  -1.0 * 0 = -0; with mul:2 it is +0.
; kills: omod-dropped
; assay: arch gfx1100
; assay: rules valu.omod
; assay: state mode = 0x100
; assay: state v1 = -1.0
; assay: state v2 = 0.0
; assay: expect v0[*] = 0
; assay: expect v3[*] = 0x80000000
v_mul_f32_e64 v0, v1, v2 mul:2
v_mul_f32_e64 v3, v1, v2
