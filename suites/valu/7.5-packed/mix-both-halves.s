; Both halves of v12 are written, one after the other, so it is defined although nothing set it before: 1.0 * 2.0 is 0x4000.
; RDNA3 ISA, 7.5; Vega ISA, 12.11.
; kills: undefined-after-halves
; assay: arch gfx906 gfx1100
; assay: rules valu.mix
; assay: state v3 = 2.0
; assay: state v4 = 0x3c00
; assay: observe v12
; assay: expect v12[*] = 0x40004000
v_fma_mixlo_f16 v12, v4, v3, 0 op_sel_hi:[1,0,0]
v_fma_mixhi_f16 v12, v4, v3, 0 op_sel_hi:[1,0,0]
