; NEG[0] and NEG[1] of an integer WMMA say that A and B are signed.
; RDNA3 ISA, 7.9.  A has 2 in every element, B has -1 (255): 16 products of -2 and 100 are 68; unsigned they are 16 * 510 + 100 = 8260.
; kills: neg-dropped
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules matrix.signs
; assay: state v8 = 0x02020202
; assay: state v9 = 0x02020202
; assay: state v10 = 0x02020202
; assay: state v11 = 0x02020202
; assay: state v12 = 0xffffffff
; assay: state v13 = 0xffffffff
; assay: state v14 = 0xffffffff
; assay: state v15 = 0xffffffff
; assay: state v16 = 100
; assay: state v17 = 100
; assay: state v18 = 100
; assay: state v19 = 100
; assay: state v20 = 100
; assay: state v21 = 100
; assay: state v22 = 100
; assay: state v23 = 100
; assay: state v24 = 100
; assay: state v25 = 100
; assay: state v26 = 100
; assay: state v27 = 100
; assay: state v28 = 100
; assay: state v29 = 100
; assay: state v30 = 100
; assay: state v31 = 100
; assay: expect v16[*] = 68
; assay: expect v19[*] = 68
; assay: expect v24[*] = 8260
.if wave == 64
v_wmma_i32_16x16x16_iu8 v[16:19], v[8:11], v[12:15], v[16:19] neg_lo:[0,1,0]
.else
v_wmma_i32_16x16x16_iu8 v[16:23], v[8:11], v[12:15], v[16:23] neg_lo:[0,1,0]
.endif
.if wave == 64
v_wmma_i32_16x16x16_iu8 v[24:27], v[8:11], v[12:15], v[24:27]
.else
v_wmma_i32_16x16x16_iu8 v[24:31], v[8:11], v[12:15], v[24:31]
.endif
