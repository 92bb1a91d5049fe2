; A literal of a 64-bit signed operand is extended by its sign, of an unsigned one or a bit mask by zeros.
; RDNA3 ISA, 7.2.2; Vega ISA, 6.2.1.  0x80000000 >> 4 signed: 0xffffffff_f8000000; unsigned 0x08000000.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.literal.wide
; assay: expect s[0:1] = 0xfffffffff8000000
; assay: expect s[2:3] = 0x08000000
s_ashr_i64 s[0:1], 0x80000000, 4
s_lshr_b64 s[2:3], 0x80000000, 4
