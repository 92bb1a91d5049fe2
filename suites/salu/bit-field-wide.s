; S_BFE_U64 takes its offset from bits 5:0 and its width from bits 22:16 of source 1; a width of 64 takes all.
; RDNA3 ISA, 16.1 S_BFE_U64; Vega ISA, 12.1.  Width 36 at 20 of 0x123456789abcdef0 = 0x3456789ab; width 64 at 0 is the source.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.bitfield
; assay: state s[0:1] = 0x123456789abcdef0
; assay: expect s[2:3] = 0x3456789ab
; assay: expect s[4:5] = 0x123456789abcdef0
; assay: expect scc = 1
s_bfe_u64 s[2:3], s[0:1], 0x00240014
s_bfe_u64 s[4:5], s[0:1], 0x00400000
