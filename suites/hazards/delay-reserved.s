; S_DELAY_ALU says nothing about results: reserved codes are an error and change none.
; RDNA3 ISA, 5.7, Table 19.  Dependencies 8 and 12, and skips of 6 and 7, are reserved (errata E-178).
; kills: delay-code-eight
; assay: arch gfx1100
; assay: rules control.delay.reserved
; assay: expect s0 = 0x1234
; assay: expect finding control.delay.reserved
; assay: expect finding control.delay.reserved
; assay: expect finding control.delay.reserved
; assay: expect finding control.delay.reserved
; assay: expect finding control.delay.reserved
s_delay_alu 0x8
s_mov_b32 s1, 1
s_delay_alu 0xc
s_mov_b32 s1, 1
s_delay_alu 0x780
s_mov_b32 s1, 1
s_delay_alu 0x60
s_mov_b32 s1, 1
s_delay_alu 0x70
s_mov_b32 s0, 0x1234
