; V_XOR3 is the exclusive or of three sources.
; RDNA3 ISA, 16.12 V_XOR3_B32.  0xff00 ^ 0x0ff0 ^ 0x00ff = 0xf00f.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules valu.bits
; assay: state v1 = 0xff00
; assay: state v2 = 0x0ff0
; assay: state v3 = 0x00ff
; assay: expect v0[*] = 0xf00f
v_xor3_b32 v0, v1, v2, v3
