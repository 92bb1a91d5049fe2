; The f16 sources of a mixed operation follow the f16 denormal mode, the f32 ones that of f32.
; RDNA3 ISA, 7.2.4, 7.5; Vega ISA, 6.4, 6.7.  MODE = 0x330 flushes f16: 2^-24 counts as 0, 2^-149 stays: 1.0 * 2^-149 + 0.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.mix, float.denorm.in
; assay: state mode = 0x330
; assay: state v1 = 1
; assay: state v2 = 1.0
; assay: state v3 = 0.0
; assay: expect v0[*] = 0
; assay: expect v4[*] = 1
v_fma_mix_f32 v0, v1, v2, v3 op_sel_hi:[1,0,0]
v_fma_mix_f32 v4, v1, v2, v3
