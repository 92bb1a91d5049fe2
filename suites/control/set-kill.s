; S_SETKILL with bit 0 set ends the wave; with bit 0 clear it goes on.
; Vega ISA, 12.5 S_SETKILL, and errata E-020.
; kills: ends-with-endpgm
; assay: arch gfx906
; assay: rules control.end
; assay: state s1 = 5
; assay: expect s0 = 0x1234
; assay: expect s1 = 5
; assay: observe s0 s1
s_setkill 0
s_mov_b32 s0, 0x1234
s_setkill 1
s_mov_b32 s1, 7
