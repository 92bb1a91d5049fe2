; V_FMA_MIX takes each source as f32 or as either half as f16, and rounds once.
; RDNA3 ISA, 7.5, 16.10 V_FMA_MIX_F32, and errata E-068; Vega ISA, 12.10.
; f16 high half 2.0 * f32 1.5 + f16 low half 1.0 = 4.0; (1 + 2^-12)^2 - 1 = 0x3a000400 only when fused.
; kills: fma-unfused
; assay: arch gfx906 gfx1100
; assay: rules valu.mix, float.fma
; assay: state v1 = 0x40003c00
; assay: state v2 = 1.5
; assay: state v3 = 0x3f800800
; assay: expect v0[*] = 4.0
; assay: expect v4[*] = 0x3a000400
v_fma_mix_f32 v0, v1, v2, v1 op_sel:[1,0,0] op_sel_hi:[1,0,1]
v_fma_mix_f32 v4, v3, v3, -1.0
