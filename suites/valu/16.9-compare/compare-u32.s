; The eight V_CMP of u32: the number of a compare is its truth table for less, equal and greater.
; RDNA3 ISA, 7.3, 16.11; Vega ISA, 6.4, 12.9.  Lanes: 0 against 2^32 - 1, equal ones, 2^31 against 7.  The mask is the number.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: rules valu.compare
; assay: state exec = 7
; assay: state vcc = 0xf0f0
; assay: state v2 = 0, 0xffffffff, 0x80000000
; assay: state v4 = 0xffffffff, 0xffffffff, 7
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
v_cmp_\old\()_u32 vcc, v2, v4
.else
v_cmp_\new\()_u32 vcc_lo, v2, v4
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
