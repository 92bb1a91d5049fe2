; Of a u32 of 2^31 and more the lowest bit still decides between the two nearest f32.
; RDNA3 ISA, 16.8 V_CVT_F32_U32; Vega ISA, 12.8.  From 2^31 on f32 are 256 apart: 2^31 + 128 is a tie and gives the even 2^31, one more gives 2^31 + 256; 2^31 + 384 gives the even 2^31 + 512, one less 2^31 + 256.
; kills: round-to-zero
; assay: arch gfx906 gfx1100
; assay: rules float.convert.exact
; assay: state v1 = 0x80000080
; assay: state v2 = 0x80000081
; assay: state v3 = 0x80000180
; assay: state v4 = 0x8000017f
; assay: expect v5[*] = 0x4f000000
; assay: expect v6[*] = 0x4f000001
; assay: expect v7[*] = 0x4f000002
; assay: expect v8[*] = 0x4f000001
v_cvt_f32_u32 v5, v1
v_cvt_f32_u32 v6, v2
v_cvt_f32_u32 v7, v3
v_cvt_f32_u32 v8, v4
