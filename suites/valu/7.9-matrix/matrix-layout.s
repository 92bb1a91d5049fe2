; Lane l holds row l of A and column l of B in every 16 lanes; a register of D holds two rows in wave32 and four in wave64.
; RDNA3 ISA, 7.9 and its figures.  Element 0 of row m is m + 1, of column n it is 2n, the others 0: D[m][n] = 2n(m + 1).
; kills: matrix-transposed
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules matrix.layout, matrix.exec, matrix.overlap, matrix.replicated
; assay: state v8 = lane % 16 + 1
; assay: state v9 = 0
; assay: state v10 = 0
; assay: state v11 = 0
; assay: state v12 = lane % 16 * 2
; assay: state v13 = 0
; assay: state v14 = 0
; assay: state v15 = 0
; assay: expect v16[*] = lane % 16 * 2 * (lane // 16 + 1)
; assay[32]: expect v17[*] = lane % 16 * 2 * (lane // 16 + 3)
; assay[64]: expect v17[*] = lane % 16 * 2 * (lane // 16 + 5)
; assay[32]: expect v23[*] = lane % 16 * 2 * (lane // 16 + 15)
; assay[64]: expect v19[*] = lane % 16 * 2 * (lane // 16 + 13)
.if wave == 64
v_wmma_i32_16x16x16_iu8 v[16:19], v[8:11], v[12:15], 0
.else
v_wmma_i32_16x16x16_iu8 v[16:23], v[8:11], v[12:15], 0
.endif
