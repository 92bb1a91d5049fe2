; A WMMA that reads as A or B what the WMMA before it wrote needs a V_NOP or another vector operation between.
; RDNA3 ISA, 7.9.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: rules hazard.wmma
; assay: state v8 = 0x11111111
; assay: state v9 = 0x11111111
; assay: state v10 = 0x11111111
; assay: state v11 = 0x11111111
; assay: state v12 = 0x11111111
; assay: state v13 = 0x11111111
; assay: state v14 = 0x11111111
; assay: state v15 = 0x11111111
; assay: state v16 = 5
; assay: expect v48[*] = 0
; assay: expect finding hazard.wmma
v_wmma_i32_16x16x16_iu4 v[24:31], v[8:9], v[10:11], 0
s_nop 0
v_wmma_i32_16x16x16_iu4 v[32:39], v[12:13], v[24:25], 0
v_wmma_i32_16x16x16_iu4 v[40:47], v[12:13], v[24:25], 0
v_mov_b32 v48, 0
v_wmma_i32_16x16x16_iu4 v[56:63], v[40:41], v[8:9], 0
