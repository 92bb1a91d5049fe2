; V_ADD3_U32 wraps; V_ADD_LSHL shifts the sum, V_LSHL_ADD adds to the shifted source.
; RDNA3 ISA, 16.12 V_ADD3_U32; Vega ISA, 12.12.  0xffffffff + 3 + 5 = 7; (0xffffffff + 3) << 5 = 64; 0xffffffff << 3 + 5 = -3.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.three
; assay: state v1 = 0xffffffff
; assay: state v2 = 3
; assay: state v3 = 5
; assay: expect v0[*] = 7
; assay: expect v4[*] = 64
; assay: expect v5[*] = 0xfffffffd
v_add3_u32 v0, v1, v2, v3
v_add_lshl_u32 v4, v1, v2, v3
v_lshl_add_u32 v5, v1, v2, v3
