; D must be apart from A and B.
; RDNA3 ISA, 7.9.
; kills: errors-unreported
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules matrix.overlap
; assay: state v8 = 1
; assay: state v9 = 1
; assay: state v10 = 1
; assay: state v11 = 1
; assay: state v12 = 1
; assay: state v13 = 1
; assay: state v14 = 1
; assay: state v15 = 1
; assay: expect finding matrix.overlap
.if wave == 64
v_wmma_i32_16x16x16_iu8 v[12:15], v[8:11], v[12:15], 0
.else
v_wmma_i32_16x16x16_iu8 v[12:19], v[8:11], v[12:15], 0
.endif
