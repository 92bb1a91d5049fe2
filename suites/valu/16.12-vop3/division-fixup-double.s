; V_DIV_FIXUP_F64: the same cases in f64.
; RDNA3 ISA, 16.12 V_DIV_FIXUP_F64; Vega ISA, 12.12.  1 / -0 = -inf; -3 / 2 with 9.0 so far: -9.0.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v[2:3] = 9.0
; assay: state v[4:5] = 0x8000000000000000
; assay: state v[6:7] = 1.0
; assay: state v[8:9] = 2.0
; assay: state v[10:11] = -3.0
; assay: expect v[0:1] = -inf
; assay: expect v[12:13] = -9.0
v_div_fixup_f64 v[0:1], v[2:3], v[4:5], v[6:7]
v_div_fixup_f64 v[12:13], v[2:3], v[8:9], v[10:11]
