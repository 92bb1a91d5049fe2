; Minimum, maximum and median of three integers, signed and unsigned.
; RDNA3 ISA, 16.12 V_MED3_I32; Vega ISA, 12.12.  Of -1, 5, 3 signed: min -1, max 5, median 3; unsigned: min 3, max 0xffffffff, median 5.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.minmax
; assay: state v1 = 0xffffffff
; assay: state v2 = 5
; assay: state v3 = 3
; assay: expect v0[*] = 0xffffffff
; assay: expect v4[*] = 5
; assay: expect v5[*] = 3
; assay: expect v6[*] = 3
; assay: expect v7[*] = 0xffffffff
; assay: expect v8[*] = 5
v_min3_i32 v0, v1, v2, v3
v_max3_i32 v4, v1, v2, v3
v_med3_i32 v5, v1, v2, v3
v_min3_u32 v6, v1, v2, v3
v_max3_u32 v7, v1, v2, v3
v_med3_u32 v8, v1, v2, v3
