; A constant of a mixed operation is f32, or f16 where OP_SEL_HI says so.
; RDNA3 ISA, 7.5 (OPSEL for MIX), 7.5.1; Vega ISA, 6.7.  4.0 * 3.0 + 4.0 = 16.0 with the first as f16 and the last as f32.
; kills: inline-constant
; assay: arch gfx1100
; assay: rules valu.mix, decode.inline.float
; assay: state v2 = 3.0
; assay: expect v0[*] = 16.0
v_fma_mix_f32 v0, 4.0, v2, 4.0 op_sel_hi:[1,0,0]
