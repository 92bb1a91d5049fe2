; OMOD multiplies f16 results, by the denormal mode of f16 and f64.
; RDNA3 ISA, 7.2.3.1; Vega ISA, 6.2.2.  MODE = 0x130: f16 flushed, f32 kept, IEEE 0.  (1.0 + 2.0) * 2 = 6.0 = 0x4600; the f32 sum stays 3.0.
; kills: omod-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.omod
; assay: state mode = 0x130
; assay: state v0 = 0
; assay: state v1 = 0x3c00
; assay: state v2 = 0x4000
; assay: state v3 = 1.0
; assay: state v4 = 2.0
; assay: expect v0[*] = 0x4600
; assay: expect v5[*] = 3.0
v_add_f16_e64 v0, v1, v2 mul:2
v_add_f32_e64 v5, v3, v4 mul:2
