; The sixteen V_CMP of f16: the number of a compare is its truth table for less, equal, greater and unordered.
; RDNA3 ISA, 7.3, 16.11; Vega ISA, 6.4, 12.9.  Lanes: -2.0 against 1.0, 1.0 against 1.0, 3.0 against -3.0, NaN against 1.0.  The mask is the number.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: rules valu.compare
; assay: state exec = 15
; assay: state vcc = 0xf0f0
; assay: state v2 = 0xc000, 0x3c00, 0x4200, 0x7e00
; assay: state v4 = 0x3c00, 0x3c00, 0xc200, 0x3c00
; assay: expect s8 = 0
; assay: expect s9 = 1
; assay: expect s10 = 2
; assay: expect s11 = 3
; assay: expect s12 = 4
; assay: expect s13 = 5
; assay: expect s14 = 6
; assay: expect s15 = 7
; assay: expect s16 = 8
; assay: expect s17 = 9
; assay: expect s18 = 10
; assay: expect s19 = 11
; assay: expect s20 = 12
; assay: expect s21 = 13
; assay: expect s22 = 14
; assay: expect s23 = 15
; assay: observe s8 s9 s10 s11 s12 s13 s14 s15 s16 s17 s18 s19 s20 s21 s22 s23
.macro test number, old, new
.if gfx906
v_cmp_\old\()_f16 vcc, v2, v4
.else
v_cmp_\new\()_f16 vcc_lo, v2, v4
.endif
s_nop 4
s_mov_b32 s\number, vcc_lo
.endm
test 8, f, f
test 9, lt, lt
test 10, eq, eq
test 11, le, le
test 12, gt, gt
test 13, lg, lg
test 14, ge, ge
test 15, o, o
test 16, u, u
test 17, nge, nge
test 18, nlg, nlg
test 19, ngt, ngt
test 20, nle, nle
test 21, neq, neq
test 22, nlt, nlt
test 23, tru, t
