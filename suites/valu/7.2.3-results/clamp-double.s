; CLAMP holds f64 results in [0, 1].
; RDNA3 ISA, 7.2.3.1; Vega ISA, 6.5.  2.0 + 1.0 gives 1.0, 1.0 - 2.0 gives 0.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.float
; assay: state v[2:3] = 2.0
; assay: state v[4:5] = 1.0
; assay: expect v[0:1] = 1.0
; assay: expect v[6:7] = 0
v_add_f64 v[0:1], v[2:3], v[4:5] clamp
v_add_f64 v[6:7], -v[2:3], v[4:5] clamp
