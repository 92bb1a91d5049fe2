; The same scalar register twice is one scalar value, on Vega too.
; RDNA3 ISA, 7.2.2.3; Vega ISA, 6.2.1.  3.0 * 3.0 + 1.0 = 10.0.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.constant_bus
; assay: state s1 = 3.0
; assay: state v1 = 1.0
; assay: expect v0[*] = 10.0
v_fma_f32 v0, s1, s1, v1
