; A sum of V_WMMA_F32 takes eight registers in wave32 and four in wave64; one that ends beyond v255 is no instruction.
; RDNA3 ISA, 7.9, 15.6.  Vdst 250: 250 + 8 is 258, and 256 the end.
; kills: matrix-width-of-wave64
; assay: arch gfx1100
; assay: wave 32
; assay: rules decode.illegal
; assay: expect status illegal
.long 0xcc4040fa, 0x1c022108
