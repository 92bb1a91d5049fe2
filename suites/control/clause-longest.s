; The longest clause has 63 instructions, the field being 62.
; RDNA3 ISA, 5.2 (S_CLAUSE).
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules control.clause.length
; assay: state v1 = 6
; assay: expect v0[*] = 6
; assay: observe v0
s_clause 0x3e
.rept 63
v_mov_b32 v0, v1
.endr
