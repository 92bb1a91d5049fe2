; V_CVT_OFF_F32_I4 takes the low four bits as a signed number of sixteenths; higher bits do not count.
; RDNA3 ISA, 16.8 V_CVT_OFF_F32_I4; Vega ISA, 12.8 (table).  8 is -0.5, 15 is -0.0625, 7 is 0.4375, 0xf1 is 0.0625, 0 is 0.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.offset
; assay: state exec = 0x1f
; assay: state v1 = 8, 15, 7, 0xf1, 0
; assay: state v0 = 0
; assay: expect v0[0:4] = 0xbf000000, 0xbd800000, 0x3ee00000, 0x3d800000, 0
; assay: observe v0
v_cvt_off_f32_i4 v0, v1
