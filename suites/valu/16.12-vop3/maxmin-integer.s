; V_MAXMIN takes the maximum of two and the minimum of that and the third; V_MINMAX the other way round.
; RDNA3 ISA, 16.12 V_MAXMIN_I32, V_MINMAX_U32.  -5, 3 and 2: max 3, min 2; unsigned: max 0xfffffffb, min 2; min of -5 and 3 is -5, max with 2 is 2; unsigned min 3, max 3.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules valu.minmax
; assay: state v1 = -5
; assay: state v2 = 3
; assay: state v3 = 2
; assay: expect v0[*] = 2
; assay: expect v4[*] = 2
; assay: expect v5[*] = 2
; assay: expect v6[*] = 3
v_maxmin_i32 v0, v1, v2, v3
v_maxmin_u32 v4, v1, v2, v3
v_minmax_i32 v5, v1, v2, v3
v_minmax_u32 v6, v1, v2, v3
