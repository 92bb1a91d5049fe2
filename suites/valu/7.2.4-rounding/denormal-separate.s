; f16 and f64 have a denormal mode of their own, apart from f32.
; RDNA3 ISA, 7.2.4, Table 28 ([5:4] and [7:6]); Vega ISA, 3.5.  MODE = 0x330 keeps f32 and flushes the others: 2^-149 + 0 stays, the least f16 and f64 give 0.
; kills: denormals-kept
; assay: arch gfx906 gfx1100
; assay: rules float.denorm.in, float.denorm.out
; assay: state mode = 0x330
; assay: state v0 = 0
; assay: state v1 = 1
; assay: state v2 = 0
; assay: state v[4:5] = 1
; assay: state v[6:7] = 0
; assay: expect v0[*] = 0
; assay: expect v8[*] = 1
; assay: expect v[10:11] = 0
v_add_f16 v0, v1, v2
v_add_f32 v8, v1, v2
v_add_f64 v[10:11], v[4:5], v[6:7]
