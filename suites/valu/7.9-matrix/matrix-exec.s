; A matrix operation takes its factors from all lanes, also from those that are off; that EXEC leaves some out is noted.
; RDNA3 ISA, 7.9 (errata E-143: what inactive lanes get is undefined).  A is 1.5 and 2, column n of B 4 + n/4 and -1, in all lanes:
; 8 * (1.5 * (4 + n/4) - 2) + 0.25 = 32.25 + 3n in active lanes.
; kills: matrix-exec-untold
; assay: arch gfx1100
; assay: rules matrix.exec
; assay: state exec = 0x7ffffff6
; assay: state v8 = 0x40003e00
; assay: state v9 = 0x40003e00
; assay: state v10 = 0x40003e00
; assay: state v11 = 0x40003e00
; assay: state v12 = 0x40003e00
; assay: state v13 = 0x40003e00
; assay: state v14 = 0x40003e00
; assay: state v15 = 0x40003e00
; assay: state v24 = 0xbc004400 + lane % 16 * 64
; assay: state v25 = 0xbc004400 + lane % 16 * 64
; assay: state v26 = 0xbc004400 + lane % 16 * 64
; assay: state v27 = 0xbc004400 + lane % 16 * 64
; assay: state v28 = 0xbc004400 + lane % 16 * 64
; assay: state v29 = 0xbc004400 + lane % 16 * 64
; assay: state v30 = 0xbc004400 + lane % 16 * 64
; assay: state v31 = 0xbc004400 + lane % 16 * 64
; assay: state v16 = 0.25
; assay: state v17 = 0.25
; assay: state v18 = 0.25
; assay: state v19 = 0.25
; assay: state v20 = 0.25
; assay: state v21 = 0.25
; assay: state v22 = 0.25
; assay: state v23 = 0.25
; assay: expect v16[1:2] = 35.25, 38.25
; assay: expect v19[16:18] = 32.25, 35.25, 38.25
; assay: expect note matrix.exec
v_wmma_f32_16x16x16_f16 v[16:23], v[8:15], v[24:31], v[16:23]
