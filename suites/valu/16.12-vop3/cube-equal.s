; Of equal components z is the major axis, then y; x negative is face 1.
; RDNA3 ISA, 16.12 V_CUBEID_F32; Vega ISA, 12.12.  (2, -2, 2): face 4; (-2, -2, 1): face 3; (-2, 1, 1): face 1 with s = z = 1.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.cube
; assay: state v1 = 2.0
; assay: state v2 = -2.0
; assay: state v3 = 1.0
; assay: expect v0[*] = 4.0
; assay: expect v4[*] = 3.0
; assay: expect v5[*] = 1.0
; assay: expect v6[*] = 1.0
v_cubeid_f32 v0, v1, v2, v1
v_cubeid_f32 v4, v2, v2, v3
v_cubeid_f32 v5, v2, v3, v3
v_cubesc_f32 v6, v2, v3, v3
