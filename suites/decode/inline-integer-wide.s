; An inline integer in a 64-bit operand is extended by its sign.
; RDNA3 ISA, 4.1; Vega ISA, 4.2.  -16 in 64 bits is 0xfffffffffffffff0; 1 + -16 = -15 = 0xfffffffffffffff1.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.int
; assay: expect s[0:1] = 0xfffffffffffffff0
; assay: expect s[2:3] = 64
s_mov_b64 s[0:1], -16
s_mov_b64 s[2:3], 64
