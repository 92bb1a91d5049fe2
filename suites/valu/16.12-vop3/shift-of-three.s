; The shifts within three-operand operations take the low five bits of their count.
; RDNA3 ISA, 16.12 V_LSHL_ADD_U32, V_LSHL_OR_B32, V_ADD_LSHL_U32; Vega ISA, 12.12.  3 << (33 & 31) = 6, plus 1, or 1; (3 + 1) << 1 = 8.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.three, valu.shift
; assay: state v1 = 3
; assay: state v2 = 33
; assay: state v3 = 1
; assay: expect v0[*] = 7
; assay: expect v4[*] = 7
; assay: expect v5[*] = 8
v_lshl_add_u32 v0, v1, v2, v3
v_lshl_or_b32 v4, v1, v2, v3
v_add_lshl_u32 v5, v1, v3, v2
