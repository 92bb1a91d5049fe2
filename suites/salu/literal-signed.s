; A literal of a signed 64-bit operand is extended by its sign.
; RDNA3 ISA, 7.2.2.2, 6.2; Vega ISA, 5.2.  0xffffffff_80000000 >> 4 = 0xffffffff_f8000000.
; kills: literal-signless
; assay: arch gfx906 gfx1100
; assay: rules decode.literal.wide
; assay: expect s[0:1] = 0xfffffffff8000000
s_ashr_i64 s[0:1], 0x80000000, 4
