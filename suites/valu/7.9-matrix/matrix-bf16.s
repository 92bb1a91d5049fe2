; bf16 factors: the high halves of f32.
; RDNA3 ISA, 7.9.  Every element of A is 3, of column n of B 2^100 (1 + n/128): 48 * 2^100 (1 + n/128) = 2^105 (1.5 + n * 1.5/128), more than any f16.
; kills: matrix-transposed
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules matrix.layout
; assay: state v8 = 0x40404040
; assay: state v9 = 0x40404040
; assay: state v10 = 0x40404040
; assay: state v11 = 0x40404040
; assay: state v12 = 0x40404040
; assay: state v13 = 0x40404040
; assay: state v14 = 0x40404040
; assay: state v15 = 0x40404040
; assay: state v24 = 0x71807180 + lane % 16 * 0x10001
; assay: state v25 = 0x71807180 + lane % 16 * 0x10001
; assay: state v26 = 0x71807180 + lane % 16 * 0x10001
; assay: state v27 = 0x71807180 + lane % 16 * 0x10001
; assay: state v28 = 0x71807180 + lane % 16 * 0x10001
; assay: state v29 = 0x71807180 + lane % 16 * 0x10001
; assay: state v30 = 0x71807180 + lane % 16 * 0x10001
; assay: state v31 = 0x71807180 + lane % 16 * 0x10001
; assay: expect v16[*] = 0x74400000 + lane % 16 * 0x18000
; assay: expect v19[*] = 0x74400000 + lane % 16 * 0x18000
.if wave == 64
v_wmma_f32_16x16x16_bf16 v[16:19], v[8:15], v[24:31], 0
.else
v_wmma_f32_16x16x16_bf16 v[16:23], v[8:15], v[24:31], 0
.endif
