; A clause of one instruction is illegal: the length field must be 1 to 62.
; RDNA3 ISA, 5.2 (S_CLAUSE).
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules control.clause.length
; assay: expect s0 = 1
; assay: expect finding control.clause.length
s_clause 0x0
s_mov_b32 s0, 1
