; V_DOT2_BF16_BF16 flushes subnormals whatever MODE says.
; RDNA3 ISA, 7.2.4, 16.12 V_DOT2_BF16_BF16.  MODE = 0x3f0 keeps them elsewhere.  2.0 * 3.0 + 4.0 * 0.5 + 1.0 = 9.0 = 0x4110; 2^-127 * 2.0 = 0.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules valu.dot, float.denorm.in
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v1 = 0x40004080
; assay: state v2 = 0x40403f00
; assay: state v3 = 0x3f80
; assay: state v5 = 0x00000040
; assay: state v6 = 0x00004000
; assay: state v7 = 0
; assay: expect v0[*] = 0x4110
; assay: expect v4[*] = 0
v_dot2_bf16_bf16 v0, v1, v2, v3
v_dot2_bf16_bf16 v4, v5, v6, v7
