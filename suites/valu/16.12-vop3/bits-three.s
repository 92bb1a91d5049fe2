; The operations of three sources: and-or, or-or, shift-or, shift-add, add-shift, xor-add.
; RDNA3 ISA, 16.12 V_AND_OR_B32; Vega ISA, 12.12.  (0xf0 & 0x3c) | 1 = 0x31; 0xf0 | 0x3c | 1 = 0xfd; (5 << (33 & 31)) | 1 = 11; (5 << 4) + 1 = 81; (5 + 4) << 1 = 18; (0xf0 ^ 0x3c) + 1 = 0xcd.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.bits
; assay: state v1 = 0xf0
; assay: state v2 = 0x3c
; assay: state v3 = 1
; assay: state v4 = 5
; assay: state v5 = 33
; assay: expect v0[*] = 0x31
; assay: expect v6[*] = 0xfd
; assay: expect v7[*] = 11
; assay: expect v8[*] = 81
; assay: expect v9[*] = 18
; assay: expect v10[*] = 0xcd
v_and_or_b32 v0, v1, v2, v3
v_or3_b32 v6, v1, v2, v3
v_lshl_or_b32 v7, v4, v5, v3
v_lshl_add_u32 v8, v4, 4, v3
v_add_lshl_u32 v9, v4, 4, v3
v_xad_u32 v10, v1, v2, v3
