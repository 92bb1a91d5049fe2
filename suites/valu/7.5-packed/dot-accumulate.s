; V_DOT2ACC_F32_F16 adds two f16 products to its destination.
; RDNA3 ISA, 16.7 V_DOT2ACC_F32_F16.  2.0 * 3.0 + 4.0 * 0.5 + 10.0 = 18.0.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules valu.dot
; assay: state v0 = 10.0
; assay: state v1 = 0x40004400
; assay: state v2 = 0x42003800
; assay: expect v0[*] = 18.0
v_dot2acc_f32_f16 v0, v1, v2
