; A WMMA may read as A or B what the WMMA before it wrote when a vector ALU instruction stands between.
; RDNA3 ISA, 7.9.  A is 0 everywhere, and so is each product.
; kills: hazards-unended
; assay: arch gfx1100
; assay: rules hazard.wmma
; assay: state v8 = 0
; assay: state v9 = 0
; assay: state v10 = 0x11111111
; assay: state v11 = 0x11111111
; assay: expect v32[*] = 0
; assay: observe v32
v_wmma_i32_16x16x16_iu4 v[24:31], v[8:9], v[10:11], 0
v_nop
v_wmma_i32_16x16x16_iu4 v[32:39], v[8:9], v[24:25], 0
