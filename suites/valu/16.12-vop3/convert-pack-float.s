; V_CVT_PK_I16_F32 and V_CVT_PK_U16_F32 truncate, saturate and pack, source 0 below source 1.
; RDNA3 ISA, 16.12 V_CVT_PK_I16_F32.  -2.75 and 1e6: {0x7fff, -2}; unsigned {0xffff, 0}.
; kills: sources-swapped
; assay: arch gfx1100
; assay: rules valu.convert.pack, float.convert.int
; assay: state v1 = -2.75
; assay: state v2 = 1e6
; assay: expect v0[*] = 0x7ffffffe
; assay: expect v3[*] = 0xffff0000
v_cvt_pk_i16_f32 v0, v1, v2
v_cvt_pk_u16_f32 v3, v1, v2
