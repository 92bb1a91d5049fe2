; Four-bit matrices: eight elements a register, element k in bits 4k % 32 and up.
; RDNA3 ISA, 7.9.  Row m of A is 0 but for m % 8 + 1 in element 9, column n of B but for element 9 = -3 and element 8 = 1: D = -3(m % 8 + 1).
; kills: neg-dropped
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules matrix.layout, matrix.signs
; assay: state v8 = 0
; assay: state v9 = (lane % 8 + 1) * 16
; assay: state v10 = 0
; assay: state v11 = 0xd1
; assay: expect v16[*] = 0 - 3 * (lane // 16 + 1)
; assay[32]: expect v17[*] = 0 - 3 * (lane // 16 + 3)
; assay[64]: expect v17[*] = 0 - 3 * (lane // 16 + 5)
.if wave == 64
v_wmma_i32_16x16x16_iu4 v[16:19], v[8:9], v[10:11], 0 neg_lo:[0,1,0]
.else
v_wmma_i32_16x16x16_iu4 v[16:23], v[8:9], v[10:11], 0 neg_lo:[0,1,0]
.endif
