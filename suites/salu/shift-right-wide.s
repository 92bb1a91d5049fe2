; S_LSHR_B64 fills with zeros and takes its count modulo 64.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.  0xf0000000_00000001 >> (65 & 63) = 0x78000000_00000000; >> 64 is >> 0.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.shift
; assay: state s[0:1] = 0xf000000000000001
; assay: state s2 = 65
; assay: expect s[4:5] = 0x7800000000000000
; assay: expect s[6:7] = 0xf000000000000001
s_lshr_b64 s[4:5], s[0:1], s2
s_lshr_b64 s[6:7], s[0:1], 64
