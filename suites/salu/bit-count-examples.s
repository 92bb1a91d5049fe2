; The manual's own counts of zeros and ones.
; Vega ISA, 12.3 S_BCNT0_I32_B32, S_BCNT1_I32_B32 (examples); RDNA3 ISA, 6.7.  0xcccccccc has 16 of each, 0 has 32 zeros; 64-bit -16 has 4 zeros.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.count
; assay: expect s0 = 16
; assay: expect s1 = 16
; assay: expect s2 = 32
; assay: expect s3 = 0
; assay: expect s4 = 4
; assay: expect scc = 1
s_bcnt0_i32_b32 s0, 0xcccccccc
s_bcnt1_i32_b32 s1, 0xcccccccc
s_bcnt0_i32_b32 s2, 0
s_bcnt1_i32_b32 s3, 0
s_bcnt0_i32_b64 s4, -16
