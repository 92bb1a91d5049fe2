; A float constant of a 64-bit operation is f64; an integer constant is extended by its sign, not converted.
; RDNA3 ISA, 7.2.2; Vega ISA, 6.2.  4.0 * 2.0 = 8.0 = 0x40200000_00000000; 1 / (2 pi) = 0x3fc45f30_6dc9c882; the integer 1 is the denormal 2^-1074: times 2.0 it is 2^-1073 = 2.
; kills: inline-float-narrow
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.float
; assay: state v[2:3] = 2.0
; assay: state v[4:5] = 1.0
; assay: expect v[0:1] = 0x4020000000000000
; assay: expect v[6:7] = 0x3fc45f306dc9c882
; assay: expect v[8:9] = 2
v_mul_f64 v[0:1], v[2:3], 4.0
v_mul_f64 v[6:7], v[4:5], 0.15915494309189532
v_mul_f64 v[8:9], v[2:3], 1
