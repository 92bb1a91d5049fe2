; S_BFE_I64 extends the field by its top bit.
; RDNA3 ISA, 16.1 S_BFE_I64; Vega ISA, 12.1.  Bits 47:40 of 0x0000f00000000000 are 0xf0: as 8 bits -16; the eight bits from 41 are 0x78.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.bitfield
; assay: state s[0:1] = 0x0000f00000000000
; assay: expect s[2:3] = 0xfffffffffffffff0
; assay: expect s[4:5] = 0x78
; assay: expect scc = 1
s_bfe_i64 s[2:3], s[0:1], 0x00080028
s_bfe_i64 s[4:5], s[0:1], 0x00080029
