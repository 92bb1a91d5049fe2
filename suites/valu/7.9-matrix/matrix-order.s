; A sum of f16 products may be added in any order: the value is the exact sum rounded once, and what other orders give is within a tolerance.
; RDNA3 ISA, 7.9 (errata E-141).  B is 1365/4096, A 1365/4096 in even rows and 1366/4096 in odd ones, C 0x3eaaaaab: 16 AB + C.
; kills: matrix-transposed
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules matrix.sum
; assay: state v8 = 0x35553555 + lane % 2 * 0x10001
; assay: state v9 = 0x35553555 + lane % 2 * 0x10001
; assay: state v10 = 0x35553555 + lane % 2 * 0x10001
; assay: state v11 = 0x35553555 + lane % 2 * 0x10001
; assay: state v12 = 0x35553555 + lane % 2 * 0x10001
; assay: state v13 = 0x35553555 + lane % 2 * 0x10001
; assay: state v14 = 0x35553555 + lane % 2 * 0x10001
; assay: state v15 = 0x35553555 + lane % 2 * 0x10001
; assay: state v24 = 0x35553555
; assay: state v25 = 0x35553555
; assay: state v26 = 0x35553555
; assay: state v27 = 0x35553555
; assay: state v28 = 0x35553555
; assay: state v29 = 0x35553555
; assay: state v30 = 0x35553555
; assay: state v31 = 0x35553555
; assay: state v16 = 0x3eaaaaab
; assay: state v17 = 0x3eaaaaab
; assay: state v18 = 0x3eaaaaab
; assay: state v19 = 0x3eaaaaab
; assay: state v20 = 0x3eaaaaab
; assay: state v21 = 0x3eaaaaab
; assay: state v22 = 0x3eaaaaab
; assay: state v23 = 0x3eaaaaab
; assay: expect v16[0:15] = 0x40070e39 ulp 64
; assay: expect v16[16:31] = 0x4007238d ulp 64
.if wave == 64
v_wmma_f32_16x16x16_f16 v[16:19], v[8:15], v[24:31], v[16:19]
.else
v_wmma_f32_16x16x16_f16 v[16:23], v[8:15], v[24:31], v[16:23]
.endif
