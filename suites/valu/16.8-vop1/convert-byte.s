; V_CVT_F32_UBYTEn converts one byte of its source, without sign.
; RDNA3 ISA, 16.8 V_CVT_F32_UBYTE0; Vega ISA, 12.8.  0xff804001: bytes 1, 64, 128, 255.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.byte
; assay: state v1 = 0xff804001
; assay: expect v0[*] = 1.0
; assay: expect v2[*] = 64.0
; assay: expect v3[*] = 128.0
; assay: expect v4[*] = 255.0
v_cvt_f32_ubyte0 v0, v1
v_cvt_f32_ubyte1 v2, v1
v_cvt_f32_ubyte2 v3, v1
v_cvt_f32_ubyte3 v4, v1
