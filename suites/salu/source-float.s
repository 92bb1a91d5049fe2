; A scalar operation takes a float constant as the bits of its own width: f32 in 32 bits, f64 in 64.
; RDNA3 ISA, 6.2; Vega ISA, 6.2 (sized by the operand).  4.0 is 0x40800000 or 0x40100000_00000000; 1 / (2 pi) is 0x3e22f983 or 0x3fc45f30_6dc9c882.
; kills: inline-float-narrow
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.float
; assay: expect s0 = 0x40800000
; assay: expect s[2:3] = 0x4010000000000000
; assay: expect s1 = 0x3e22f983
; assay: expect s[4:5] = 0x3fc45f306dc9c882
s_mov_b32 s0, 4.0
s_mov_b64 s[2:3], 4.0
s_mov_b32 s1, 0.15915494
s_mov_b64 s[4:5], 0.15915494309189532
