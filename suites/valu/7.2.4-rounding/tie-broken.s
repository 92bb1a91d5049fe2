; What lies below the middle between two numbers breaks the tie, however far below: 1 + (2^-53 + 2^-105) is nearer to 1 + 2^-52 than to 1.
; RDNA3 ISA, 16.10 V_ADD_F64, V_FMA_F64; Vega ISA, 12.12.  f64: 0x3ca0000000000001 = 2^-53 (1 + 2^-52).  f16: 1 + 2^-11 (1 + 2^-10) gives 1 + 2^-10.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.round
; assay: state v[2:3] = 0x3ff0000000000000
; assay: state v[4:5] = 0x3ca0000000000001
; assay: state v8 = 0x3c00
; assay: state v9 = 0x1001
; assay: state v10 = 0x1000
; assay: state v11 = 0
; assay: state v12 = 0
; assay: expect v0[*] = 1
; assay: expect v1[*] = 0x3ff00000
; assay: expect v6[*] = 1
; assay: expect v7[*] = 0x3ff00000
; assay: expect v11[*] = 0x3c01
; assay: expect v12[*] = 0x3c00
v_add_f64 v[0:1], v[2:3], v[4:5]
v_fma_f64 v[6:7], v[4:5], v[2:3], v[2:3]
v_add_f16 v11, v8, v9
v_add_f16 v12, v8, v10
