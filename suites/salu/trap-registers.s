; Outside a trap handler the trap temporaries read 0 and take no writes.
; RDNA3 ISA, 3.4.9; Vega ISA, 3.10 (writes are ignored).
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules register.ttmp.user
; assay: state ttmp4 = 0x500
; assay: expect s0 = 0
; assay: expect s1 = 0x1234
; assay: expect note register.ttmp.user
s_mov_b32 ttmp4, 0x1234
s_mov_b32 s0, ttmp4
s_mov_b32 s1, 0x1234
