; Lanes 16 and up must repeat lanes 0 to 15 of A and B.
; RDNA3 ISA, 7.9.
; kills: errors-unreported
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules matrix.replicated
; assay: state v8 = lane
; assay: state v9 = lane
; assay: state v10 = lane
; assay: state v11 = lane
; assay: state v12 = 1
; assay: state v13 = 1
; assay: state v14 = 1
; assay: state v15 = 1
; assay: expect finding matrix.replicated
.if wave == 64
v_wmma_i32_16x16x16_iu8 v[16:19], v[8:11], v[12:15], 0
.else
v_wmma_i32_16x16x16_iu8 v[16:23], v[8:11], v[12:15], 0
.endif
