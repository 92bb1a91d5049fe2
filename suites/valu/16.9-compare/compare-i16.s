; The eight V_CMP of i16: the number of a compare is its truth table for less, equal and greater.
; RDNA3 ISA, 7.3, 16.11; Vega ISA, 6.4, 12.9.  Lanes: -1 against 0, 5 against 5, 7 against -2^15 in the low halves.  The mask is the number.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: rules valu.compare
; assay[gfx906]: observe s8 s15
; assay: state exec = 7
; assay: state vcc = 0xf0f0
; assay: state v2 = 0x7ffff, 0x00005, 0x00007
; assay: state v4 = 0x10000, 0x10005, 0x08000
; assay[gfx906]: expect s8 = 0
; assay: expect s9 = 1
; assay: expect s10 = 2
; assay: expect s11 = 3
; assay: expect s12 = 4
; assay: expect s13 = 5
; assay: expect s14 = 6
; assay[gfx906]: expect s15 = 7
; assay: observe s9 s10 s11 s12 s13 s14
.macro test number, old, new
.if gfx906
v_cmp_\old\()_i16 vcc, v2, v4
.else
v_cmp_\new\()_i16 vcc_lo, v2, v4
.endif
s_nop 4
s_mov_b32 s\number, vcc_lo
.endm
test 9, lt, lt
test 10, eq, eq
test 11, le, le
test 12, gt, gt
test 13, ne, ne
test 14, ge, ge
.if gfx906
test 8, f, f
test 15, t, t
.endif
