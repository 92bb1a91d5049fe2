; S_BITCMP1 is true for a one, S_BITCMP0 for a zero; the bit's number is taken modulo 32 or 64.
; RDNA3 ISA, 6.6, 16.4 S_BITCMP1_B64; Vega ISA, 12.4.  Bit 37 & 31 = 5 of 0x20 is one; bit 37 of 0x20_00000000 is one, bit 101 & 63 = 37 too.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.bit_test
; assay: state s0 = 0x20
; assay: state s[2:3] = 0x2000000000
; assay: state s4 = 37
; assay: state s5 = 101
; assay: expect s6 = 1
; assay: expect s7 = 0
; assay: expect s8 = 1
; assay: expect s9 = 0
; assay: expect scc = 0
s_bitcmp1_b32 s0, s4
s_cselect_b32 s6, 1, 0
s_bitcmp0_b32 s0, s4
s_cselect_b32 s7, 1, 0
s_bitcmp1_b64 s[2:3], s4
s_cselect_b32 s8, 1, 0
s_bitcmp0_b64 s[2:3], s5
s_cselect_b32 s9, 1, 0
