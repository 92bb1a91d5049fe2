; A literal is the dword after the instruction; execution goes on behind it.
; RDNA3 ISA, 4.1 and 6.2; Vega ISA, 5.2.  0x12345678 + 0x11111111 = 0x23456789.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.literal, decode.length
; assay: expect s0 = 0x12345678
; assay: expect s1 = 0x23456789
; assay: expect instructions = 2
s_mov_b32 s0, 0x12345678
s_add_u32 s1, s0, 0x11111111
