; CLAMP brings a float result into [0, 1]; with DX10_CLAMP a NaN becomes 0.
; RDNA3 ISA, 7.2.3, 3.4.2; Vega ISA, 6.2, 3.5.  2.0 + 1.0 gives 1.0; -2.0 - 1.0 gives +0; inf - inf is a NaN, so 0.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.float
; assay: state v1 = 2.0
; assay: state v2 = 1.0
; assay: state v3 = inf
; assay: expect v0[*] = 1.0
; assay: expect v4[*] = 0
; assay: expect v5[*] = 0
v_add_f32_e64 v0, v1, v2 clamp
v_add_f32_e64 v4, -v1, -v2 clamp
v_add_f32_e64 v5, v3, -v3 clamp
