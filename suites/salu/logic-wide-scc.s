; SCC of a 64-bit operation looks at all 64 bits of the result.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.  0x1_00000000 & 0x3_00000000 = 0x1_00000000: SCC 1; XOR with itself: SCC 0.
; kills: scc-unwritten
; assay: arch gfx906 gfx1100
; assay: rules salu.logic
; assay: state s[0:1] = 0x100000000
; assay: state s[2:3] = 0x300000000
; assay: expect s[4:5] = 0x100000000
; assay: expect s6 = 1
; assay: expect s[8:9] = 0
; assay: expect scc = 0
s_and_b64 s[4:5], s[0:1], s[2:3]
s_cselect_b32 s6, 1, 0
s_xor_b64 s[8:9], s[0:1], s[0:1]
