; S_NOP, S_SLEEP and S_SETPRIO change no register.
; RDNA3 ISA, 5.2, and errata E-005; Vega ISA, 4.1.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules control.nop
; assay: state s0 = 5
; assay: state scc = 1
; assay: state vcc = 9
; assay: expect s0 = 5
; assay: expect s1 = 0x12345
; assay: expect scc = 1
; assay: expect vcc_lo = 9
; assay: observe s0 s1 scc vcc_lo
; assay: expect instructions = 4
s_nop 7
s_sleep 3
s_setprio 2
s_mov_b32 s1, 0x12345
