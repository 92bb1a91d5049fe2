; NEG[2] of an integer WMMA is reserved, and NEG_HI is for floats: setting them is an error.
; RDNA3 ISA, 7.9 (VOP3P: NEG is bits 63:61, NEG_HI 10:8).  V_WMMA_I32_16X16X16_IU8 v[24:31], v[8:11], v[12:15], v[24:31]
; with NEG[2], then with NEG_HI[0], for which llvm-mc has no words.
; kills: matrix-signs-untold
; assay: arch gfx1100
; assay: rules matrix.signs
; assay: state s0 = 0
; assay: state v8 = 0
; assay: state v9 = 0
; assay: state v10 = 0
; assay: state v11 = 0
; assay: state v12 = 0
; assay: state v13 = 0
; assay: state v14 = 0
; assay: state v15 = 0
; assay: state v16 = 0
; assay: state v17 = 0
; assay: state v18 = 0
; assay: state v19 = 0
; assay: state v20 = 0
; assay: state v21 = 0
; assay: state v22 = 0
; assay: state v23 = 0
; assay: state v24 = 0
; assay: state v25 = 0
; assay: state v26 = 0
; assay: state v27 = 0
; assay: state v28 = 0
; assay: state v29 = 0
; assay: state v30 = 0
; assay: state v31 = 0
; assay: expect s0 = 3
; assay: expect finding matrix.signs
; assay: expect finding matrix.signs
; assay: observe s0
s_mov_b32 s0, 3
.long 0xcc444018, 0x9c621908
v_nop
.long 0xcc444118, 0x1c621908
