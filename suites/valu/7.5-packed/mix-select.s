; OP_SEL without OP_SEL_HI leaves a source of a mixed operation a whole f32; with it, it names the half of an f16.
; RDNA3 ISA, 7.5 (OPSEL for MIX); Vega ISA, 6.7.  As f32 0x40003c00 = 2 + 0x3c00 * 2^-22; times 1.0 plus 0 that; the f16 halves are 1.0 and 2.0.
; kills: half-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.mix
; assay: state v1 = 0x40003c00
; assay: state v2 = 1.0
; assay: state v3 = 0.0
; assay: expect v0[*] = 0x40003c00
; assay: expect v4[*] = 1.0
; assay: expect v5[*] = 2.0
v_fma_mix_f32 v0, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[0,0,0]
v_fma_mix_f32 v4, v1, v2, v3 op_sel:[0,0,0] op_sel_hi:[1,0,0]
v_fma_mix_f32 v5, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,0]
