; In f64 the quiet bit is bit 51.
; RDNA3 ISA, 7.2.4, and errata E-101; Vega ISA, 3.5.  0x7ff00000_00000001 gives 0x7ff80000_00000001; inf - inf the default NaN.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.nan
; assay: state v[2:3] = 0x7ff0000000000001
; assay: state v[4:5] = 1.0
; assay: state v[6:7] = inf
; assay: expect v[0:1] = 0x7ff8000000000001
; assay: expect v[8:9] = nan
v_add_f64 v[0:1], v[2:3], v[4:5]
v_add_f64 v[8:9], v[6:7], -v[6:7]
