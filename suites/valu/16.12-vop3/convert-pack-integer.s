; V_CVT_PK_U16_U32 and V_CVT_PK_I16_I32 saturate; source 0 goes to the low half.
; RDNA3 ISA, 16.12 V_CVT_PK_I16_I32; Vega ISA, 12.12.  {0x12345, 5}: 0xffff, 5; {-40000, 40000}: -32768, 32767.
; kills: pack-wraps
; assay: arch gfx906 gfx1100
; assay: rules valu.convert.pack
; assay: state v1 = 5
; assay: state v2 = 0x12345
; assay: state v3 = 40000
; assay: state v4 = 0xffff63c0
; assay: expect v0[*] = 0xffff0005
; assay: expect v5[*] = 0x80007fff
v_cvt_pk_u16_u32 v0, v1, v2
v_cvt_pk_i16_i32 v5, v3, v4
