; V_DOT2_F32_F16 adds two f16 products to an f32.
; RDNA3 ISA, 16.10 V_DOT2_F32_F16; Vega ISA, 12.10.  2.0 * 3.0 + 4.0 * 0.5 + 10.0 = 18.0.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.dot
; assay: state v1 = 0x40004400
; assay: state v2 = 0x42003800
; assay: state v3 = 10.0
; assay: expect v0[*] = 18.0
v_dot2_f32_f16 v0, v1, v2, v3
