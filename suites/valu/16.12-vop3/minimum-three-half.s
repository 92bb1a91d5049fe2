; V_MIN3, V_MAX3 and V_MED3 of 16 bits order by value: f16, signed, unsigned.
; RDNA3 ISA, 16.12 V_MIN3_F16, V_MAX3_I16, V_MED3_U16; Vega ISA, 12.12.  {1.0, -2.0, 3.0}: -2.0 = 0xc000 and 3.0 = 0x4200; {-5, 3, 2}: max 3; as unsigned min 2, median 3.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.three, valu.minmax
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v6 = 0
; assay: state v7 = 0
; assay: state v1 = 0x3c00
; assay: state v2 = 0xc000
; assay: state v3 = 0x4200
; assay: state v10 = 0xfffb
; assay: state v11 = 3
; assay: state v12 = 2
; assay: expect v0[*] = 0xc000
; assay: expect v4[*] = 0x4200
; assay: expect v5[*] = 3
; assay: expect v6[*] = 2
; assay: expect v7[*] = 3
v_min3_f16 v0, v1, v2, v3
v_max3_f16 v4, v1, v2, v3
v_max3_i16 v5, v10, v11, v12
v_min3_u16 v6, v10, v11, v12
v_med3_u16 v7, v10, v11, v12
