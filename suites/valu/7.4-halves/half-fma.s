; V_FMA_F16 takes the half of each source and of its result that OP_SEL names, and rounds once.
; RDNA3 ISA, 7.2.2.4, Table 27; Vega ISA, 13.3.4.  2.0 * 3.0 + 0.5 = 6.5 = 0x4680, sources 0 and 2 from high halves.
; kills: half-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.half.high, float.fma
; assay: state v0 = 0x11112222
; assay: state v1 = 0x40003c00
; assay: state v2 = 0x4200
; assay: state v3 = 0x38003c00
; assay: expect v0[*] = 0x46802222
v_fma_f16 v0, v1, v2, v3 op_sel:[1,0,1,1]
