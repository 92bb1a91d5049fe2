; V_CVT_PK_U8_F32 puts a float, as a byte, into the byte of source 2 that source 1 names; it saturates.
; RDNA3 ISA, 16.12 V_CVT_PK_U8_F32; Vega ISA, 12.12.  100.0 into byte 2 & 3 of 0x11223344: 0x11643344; 300.0 gives 255, -1.0 gives 0.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.byte
; assay: state v1 = 100.0
; assay: state v2 = 300.0
; assay: state v3 = -1.0
; assay: state v4 = 0x11223344
; assay: expect v0[*] = 0x11643344
; assay: expect v5[*] = 0x112233ff
; assay: expect v6[*] = 0x00223344
v_cvt_pk_u8_f32 v0, v1, 2, v4
v_cvt_pk_u8_f32 v5, v2, 0, v4
v_cvt_pk_u8_f32 v6, v3, 7, v4
