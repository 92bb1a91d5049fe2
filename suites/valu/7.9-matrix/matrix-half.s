; 16-bit C and D take the half that OP_SEL[2] names; the other half of D stays (errata E-144).
; RDNA3 ISA, 7.9.  16 products of 1 * 2 are 32; with C = 3 that is 35 (0x5060), with C = 5 it is 37 (0x50a0).
; kills: half-ignored
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules matrix.half
; assay: state v8 = 0x3c003c00
; assay: state v9 = 0x3c003c00
; assay: state v10 = 0x3c003c00
; assay: state v11 = 0x3c003c00
; assay: state v12 = 0x3c003c00
; assay: state v13 = 0x3c003c00
; assay: state v14 = 0x3c003c00
; assay: state v15 = 0x3c003c00
; assay: state v24 = 0x40004000
; assay: state v25 = 0x40004000
; assay: state v26 = 0x40004000
; assay: state v27 = 0x40004000
; assay: state v28 = 0x40004000
; assay: state v29 = 0x40004000
; assay: state v30 = 0x40004000
; assay: state v31 = 0x40004000
; assay: state v16 = 0x45004200
; assay: state v17 = 0x45004200
; assay: state v18 = 0x45004200
; assay: state v19 = 0x45004200
; assay: state v20 = 0x45004200
; assay: state v21 = 0x45004200
; assay: state v22 = 0x45004200
; assay: state v23 = 0x45004200
; assay: state v32 = 0x45004200
; assay: state v33 = 0x45004200
; assay: state v34 = 0x45004200
; assay: state v35 = 0x45004200
; assay: state v36 = 0x45004200
; assay: state v37 = 0x45004200
; assay: state v38 = 0x45004200
; assay: state v39 = 0x45004200
; assay: expect v16[*] = 0x50a04200
; assay: expect v32[*] = 0x45005060
.if wave == 64
v_wmma_f16_16x16x16_f16 v[16:19], v[8:15], v[24:31], v[16:19] op_sel:[0,0,1]
.else
v_wmma_f16_16x16x16_f16 v[16:23], v[8:15], v[24:31], v[16:23] op_sel:[0,0,1]
.endif
.if wave == 64
v_wmma_f16_16x16x16_f16 v[32:35], v[8:15], v[24:31], v[32:35]
.else
v_wmma_f16_16x16x16_f16 v[32:39], v[8:15], v[24:31], v[32:39]
.endif
