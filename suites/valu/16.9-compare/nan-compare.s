; Every ordered compare with a NaN is false; the negated and the unordered ones are true.
; RDNA3 ISA, 7.3; Vega ISA, 6.4.  NaN against 1.0: EQ, LT, O are false; NEQ, NLT, U true in the active lanes.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: rules float.nan, valu.compare
; assay: state exec = 3
; assay: state vcc = 0xf0
; assay: state v1 = 0x7fc00000
; assay: state v2 = 1.0
; assay: expect s0 = 0
; assay: expect s1 = 0
; assay: expect s2 = 0
; assay: expect s3 = 3
; assay: expect s4 = 3
; assay: expect s5 = 3
; assay: observe s0 s1 s2 s3 s4 s5
.macro test op, to
.if wave == 64
v_cmp_\op\()_f32 vcc, v1, v2
.else
v_cmp_\op\()_f32 vcc_lo, v1, v2
.endif
s_nop 4
s_mov_b32 \to, vcc_lo
.endm
test eq, s0
test lt, s1
test o, s2
test neq, s3
test nlt, s4
test u, s5
