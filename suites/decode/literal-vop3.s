; On RDNA3 a VOP3 instruction may carry a literal as its third dword.
; RDNA3 ISA, 7.2.2 and 15.3.4.  1 + 0x10000000 + 5 = 0x10000006.
; kills: literal-zero
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules decode.literal.vop3
; assay: state v1 = 1
; assay: state v2 = 5
; assay: expect v0[*] = 0x10000006
; assay: expect v3[*] = 9
v_add3_u32 v0, v1, 0x10000000, v2
v_mov_b32 v3, 9
