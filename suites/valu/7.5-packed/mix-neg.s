; NEG of a mixed operation flips the sign of the source it uses, f32 or f16.
; RDNA3 ISA, 7.5 (NEG); Vega ISA, 6.7.  -(2.0) * 3.0 + -(1.0) = -7.0, source 0 an f16.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.mix, valu.neg
; assay: state v1 = 0x4000
; assay: state v2 = 3.0
; assay: state v3 = 1.0
; assay: expect v0[*] = -7.0
v_fma_mix_f32 v0, -v1, v2, -v3 op_sel_hi:[1,0,0]
