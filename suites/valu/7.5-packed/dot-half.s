; V_DOT2_F16_F16 keeps to nearest even and takes subnormals whatever MODE says.
; RDNA3 ISA, 7.2.4, 16.12 V_DOT2_F16_F16.  MODE = 0x30c rounds f16 to zero and flushes it.  2.0 * 3.0 + 4.0 * 0.5 + 1.0 = 9.0 = 0x4880; 2^-24 * 1.0 stays 0x0001.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules valu.dot, float.denorm.in
; assay: state mode = 0x30c
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v1 = 0x40004400
; assay: state v2 = 0x42003800
; assay: state v3 = 0x3c00
; assay: state v5 = 0x00000001
; assay: state v6 = 0x00003c00
; assay: state v7 = 0
; assay: expect v0[*] = 0x4880
; assay: expect v4[*] = 0x0001
v_dot2_f16_f16 v0, v1, v2, v3
v_dot2_f16_f16 v4, v5, v6, v7
