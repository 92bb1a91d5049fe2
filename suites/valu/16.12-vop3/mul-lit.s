; V_MULLIT multiplies, but gives the least float when its power or its base says that nothing is lit.
; RDNA3 ISA, 16.12 V_MULLIT_F32.  3.0 * 2.0 = 6.0 while source 2 is positive; source 2 <= 0 or NaN, or source 1 -inf or NaN: 0xff7fffff.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules float.mullit
; assay: state exec = 0x3f
; assay: state v1 = 3.0
; assay: state v2 = 0x40000000, 0x40000000, 0x40000000, 0xff800000, 0x7fc00000, 0xff7fffff
; assay: state v3 = 0x3f800000, 0x00000000, 0x7fc00000, 0x3f800000, 0x3f800000, 0x3f800000
; assay: state v0 = 0
; assay: expect v0[0:5] = 0x40c00000, 0xff7fffff, 0xff7fffff, 0xff7fffff, 0xff7fffff, 0xff7fffff
; assay: observe v0
v_mullit_f32 v0, v1, v2, v3
