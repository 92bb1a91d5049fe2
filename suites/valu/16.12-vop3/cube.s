; V_CUBE: z wins over y, y over x when equal; the face, the coordinates on it, and twice the major axis.
; RDNA3 ISA, 16.12 V_CUBEID_F32; Vega ISA, 12.12.  (1, 2, -3): face 5, s = -1, t = -2, 2z = -6.  (1, 2, 0.5): y wins: face 2, s = 1, t = 0.5, 2y = 4.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.cube
; assay: state v1 = 1.0
; assay: state v2 = 2.0
; assay: state v3 = -3.0
; assay: expect v0[*] = 5.0
; assay: expect v4[*] = -1.0
; assay: expect v5[*] = -2.0
; assay: expect v6[*] = -6.0
; assay: expect v7[*] = 2.0
; assay: expect v8[*] = 1.0
; assay: expect v9[*] = 0.5
; assay: expect v10[*] = 4.0
v_cubeid_f32 v0, v1, v2, v3
v_cubesc_f32 v4, v1, v2, v3
v_cubetc_f32 v5, v1, v2, v3
v_cubema_f32 v6, v1, v2, v3
v_cubeid_f32 v7, v1, v2, 0.5
v_cubesc_f32 v8, v1, v2, 0.5
v_cubetc_f32 v9, v1, v2, 0.5
v_cubema_f32 v10, v1, v2, 0.5
