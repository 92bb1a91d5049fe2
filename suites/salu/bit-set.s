; S_BITSET changes one bit and keeps the others; the number is taken modulo 32 or 64 and SCC stays.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.  Bit 36 & 31 = 4 of 0xff cleared: 0xef; bit 4 of 0 set: 0x10; bit 36 of 64 set: 0x10_00000000.
; kills: old-half
; assay: arch gfx906 gfx1100
; assay: rules salu.bitset
; assay: state scc = 1
; assay: state s0 = 36
; assay: state s1 = 0xff
; assay: state s2 = 0
; assay: state s[4:5] = 1
; assay: state s[6:7] = 0xf0ffffffff
; assay: expect s1 = 0xef
; assay: expect s2 = 0x10
; assay: expect s[4:5] = 0x1000000001
; assay: expect s[6:7] = 0xe0ffffffff
; assay: expect scc = 1
; assay: observe s1 s2 s[4:5] s[6:7] scc
s_bitset0_b32 s1, s0
s_bitset1_b32 s2, s0
s_bitset1_b64 s[4:5], s0
s_bitset0_b64 s[6:7], s0
