; The eight V_CMPX of u16: the number of a compare is its truth table for less, equal and greater.
; RDNA3 ISA, 7.3, 16.11; Vega ISA, 6.4, 12.9.  Lanes: 0 against 65535, equal ones, 2^15 against 7 in the low halves.  EXEC afterwards is the number.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.compare.exec
; assay[gfx906]: observe s8 s15
; assay: state v0 = 5
; assay: state vcc = 0xf0f0
; assay: state v2 = 0x10000, 0x0ffff, 0x18000
; assay: state v4 = 0x0ffff, 0x1ffff, 0x20007
; assay[gfx906]: expect s8 = 0
; assay: expect s9 = 1
; assay: expect s10 = 2
; assay: expect s11 = 3
; assay: expect s12 = 4
; assay: expect s13 = 5
; assay: expect s14 = 6
; assay[gfx906]: expect s15 = 7
; assay[gfx906]: expect v0[0:3] = 9, 9, 9, 5
; assay[gfx1100]: expect v0[0:3] = 5, 9, 9, 5
; assay: observe v0 s9 s10 s11 s12 s13 s14
.macro test number, old, new
s_mov_b64 exec, 7
.if gfx906
v_cmpx_\old\()_u16 vcc, v2, v4
.else
v_cmpx_\new\()_u16 v2, v4
.endif
s_nop 4
s_mov_b32 s\number, exec_lo
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
v_mov_b32 v0, 9
