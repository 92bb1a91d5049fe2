; The eight V_CMP of i64: the number of a compare is its truth table for less, equal and greater.
; RDNA3 ISA, 7.3, 16.11; Vega ISA, 6.4, 12.9.  Lanes: -1 against 0, equal ones, 7 * 2^32 against -2^63.  The mask is the number.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: rules valu.compare
; assay: state exec = 7
; assay: state vcc = 0xf0f0
; assay: state v[2:3] = 0xffffffffffffffff, 0x500000001, 0x700000000
; assay: state v[4:5] = 0, 0x500000001, 0x8000000000000000
; assay: expect s8 = 0
; assay: expect s9 = 1
; assay: expect s10 = 2
; assay: expect s11 = 3
; assay: expect s12 = 4
; assay: expect s13 = 5
; assay: expect s14 = 6
; assay: expect s15 = 7
; assay: observe s8 s9 s10 s11 s12 s13 s14 s15
.macro test number, old, new
.if gfx906
v_cmp_\old\()_i64 vcc, v[2:3], v[4:5]
.else
v_cmp_\new\()_i64 vcc_lo, v[2:3], v[4:5]
.endif
s_nop 4
s_mov_b32 s\number, vcc_lo
.endm
test 8, f, f
test 9, lt, lt
test 10, eq, eq
test 11, le, le
test 12, gt, gt
test 13, ne, ne
test 14, ge, ge
test 15, t, t
