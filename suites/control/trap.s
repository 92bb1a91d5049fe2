; Without a trap handler S_TRAP does nothing.
; RDNA3 ISA, 5.1; Vega ISA, 4.1.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules control.trap.disabled
; assay: expect s0 = 0x12345
; assay: expect instructions = 2
; assay: expect note control.trap.disabled
s_trap 1
s_mov_b32 s0, 0x12345
