; Scalar operations do not look at EXEC: with no lane on they run all the same.
; RDNA3 ISA, 3.2.2; Vega ISA, 3.3.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.exec_mask
; assay: state exec = 0
; assay: expect s0 = 0x11111111
; assay: expect s1 = 0x11111112
; assay: expect s[2:3] = 0x2222222200000000
; assay: expect scc = 0
s_mov_b32 s0, 0x11111111
s_add_u32 s1, s0, 1
s_mov_b32 s2, 0
s_mov_b32 s3, 0x22222222
