; OMOD multiplies f64 results.
; RDNA3 ISA, 7.2.3.1; Vega ISA, 6.2.2.  MODE = 0x130 flushes f64.  (1.0 + 2.0) * 4 = 12.0; 3.0 / 2 = 1.5.
; kills: omod-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.omod
; assay: state mode = 0x130
; assay: state v[2:3] = 1.0
; assay: state v[4:5] = 2.0
; assay: expect v[0:1] = 12.0
; assay: expect v[6:7] = 1.5
v_add_f64 v[0:1], v[2:3], v[4:5] mul:4
v_add_f64 v[6:7], v[2:3], v[4:5] div:2
