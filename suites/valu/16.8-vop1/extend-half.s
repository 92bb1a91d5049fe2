; V_CVT_I32_I16 and V_CVT_U32_U16 extend 16 bits by sign and by zeros.
; RDNA3 ISA, 16.8 V_CVT_I32_I16.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules valu.convert.extend
; assay: state v1 = 0x12348001
; assay: expect v0[*] = 0xffff8001
; assay: expect v2[*] = 0x00008001
v_cvt_i32_i16 v0, v1
v_cvt_u32_u16 v2, v1
