; On factors NEG is of the low elements and NEG_HI of the high ones; on C they are NEG and ABS.
; RDNA3 ISA, 7.9.  A is 1 and 2, B is 1, C is -100: -1 and 2 give 8 * 1, and -|C| = -100 gives -92; NEG_HI alone 8 * (1 - 2) + 100 = 92.
; kills: neg-hi-dropped
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules matrix.neg
; assay: state v8 = 0x40003c00
; assay: state v9 = 0x40003c00
; assay: state v10 = 0x40003c00
; assay: state v11 = 0x40003c00
; assay: state v12 = 0x40003c00
; assay: state v13 = 0x40003c00
; assay: state v14 = 0x40003c00
; assay: state v15 = 0x40003c00
; assay: state v24 = 0x3c003c00
; assay: state v25 = 0x3c003c00
; assay: state v26 = 0x3c003c00
; assay: state v27 = 0x3c003c00
; assay: state v28 = 0x3c003c00
; assay: state v29 = 0x3c003c00
; assay: state v30 = 0x3c003c00
; assay: state v31 = 0x3c003c00
; assay: state v32 = -100.0
; assay: state v33 = -100.0
; assay: state v34 = -100.0
; assay: state v35 = -100.0
; assay: state v36 = -100.0
; assay: state v37 = -100.0
; assay: state v38 = -100.0
; assay: state v39 = -100.0
; assay: expect v16[*] = -92.0
; assay: expect v40[*] = 92.0
.if wave == 64
v_wmma_f32_16x16x16_f16 v[16:19], v[8:15], v[24:31], v[32:35] neg_lo:[1,0,1] neg_hi:[0,0,1]
.else
v_wmma_f32_16x16x16_f16 v[16:23], v[8:15], v[24:31], v[32:39] neg_lo:[1,0,1] neg_hi:[0,0,1]
.endif
.if wave == 64
v_wmma_f32_16x16x16_f16 v[40:43], v[8:15], v[24:31], v[32:35] neg_hi:[1,0,1]
.else
v_wmma_f32_16x16x16_f16 v[40:47], v[8:15], v[24:31], v[32:39] neg_hi:[1,0,1]
.endif
