; The bitwise operations, V_BFI choosing bits by its first source.
; RDNA3 ISA, 16.7, 16.12 V_BFI_B32; Vega ISA, 12.7, 12.8, 12.12.  a = 0x0ff0, b = 0x3c3c: and 0x0c30, or 0x3ffc, xor 0x33cc; not a; reverse a; bfi(a, b, -1) = 0xfffffc3f.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.bits
; assay: state v1 = 0x0ff0
; assay: state v2 = 0x3c3c
; assay: expect v0[*] = 0x0c30
; assay: expect v3[*] = 0x3ffc
; assay: expect v4[*] = 0x33cc
; assay: expect v5[*] = 0xfffff00f
; assay: expect v6[*] = 0x0ff00000
; assay: expect v7[*] = 0xfffffc3f
; assay: expect v8[*] = 0xffffcc33
v_and_b32 v0, v1, v2
v_or_b32 v3, v1, v2
v_xor_b32 v4, v1, v2
v_not_b32 v5, v1
v_bfrev_b32 v6, v1
v_bfi_b32 v7, v1, v2, -1
v_xnor_b32 v8, v1, v2
