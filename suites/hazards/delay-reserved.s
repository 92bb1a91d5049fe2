; S_DELAY_ALU says nothing about results: reserved codes are noted and change none.
; RDNA3 ISA, 5.7, Table 19.  Dependency 8 is reserved.
; kills: literal-zero
; assay: arch gfx1100
; assay: rules control.delay.reserved
; assay: expect s0 = 0x1234
; assay: expect note control.delay.reserved
s_delay_alu 0x8
s_mov_b32 s0, 0x1234
