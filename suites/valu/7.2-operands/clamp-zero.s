; CLAMP makes -0 a +0.
; RDNA3 ISA, 7.1 (CLMP); Vega ISA, 6.5.  -1.0 * 0 = -0.
; kills: clamp-keeps-minus
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.float
; assay: state v1 = -1.0
; assay: state v2 = 0.0
; assay: expect v0[*] = 0
; assay: expect v3[*] = 0x80000000
v_mul_f32_e64 v0, v1, v2 clamp
v_mul_f32_e64 v3, v1, v2
