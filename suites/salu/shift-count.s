; A 32-bit shift counts with the low five bits, a 64-bit one with the low six.
; RDNA3 ISA, 16.1 S_LSHL_B32; Vega ISA, 12.1.  1 << (33 & 31) = 2; 0x80000000 >> (36 & 31) = 0x08000000; 1 << 33 in 64 bits = 0x2_00000000.
; kills: shift-unmasked
; assay: arch gfx906 gfx1100
; assay: rules salu.shift
; assay: state s0 = 1
; assay: state s1 = 0
; assay: state s2 = 33
; assay: state s3 = 36
; assay: state s4 = 0x80000000
; assay: expect s5 = 2
; assay: expect s6 = 0x08000000
; assay: expect s[8:9] = 0x200000000
; assay: expect scc = 1
s_lshl_b32 s5, s0, s2
s_lshr_b32 s6, s4, s3
s_lshl_b64 s[8:9], s[0:1], s2
