; V_CVT_F32_UBYTEn converts one unsigned byte.
; RDNA3 ISA, 16.8 V_CVT_F32_UBYTE0 to 3; Vega ISA, 12.8.  Bytes 0xff, 0x80, 2, 1 from the top.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.byte
; assay: state v1 = 0xff800201
; assay: expect v0[*] = 1.0
; assay: expect v2[*] = 2.0
; assay: expect v3[*] = 128.0
; assay: expect v4[*] = 255.0
v_cvt_f32_ubyte0 v0, v1
v_cvt_f32_ubyte1 v2, v1
v_cvt_f32_ubyte2 v3, v1
v_cvt_f32_ubyte3 v4, v1
