; S_BFE takes its offset from bits 4:0 and its width from bits 22:16 of source 1; the signed form extends by the sign.
; RDNA3 ISA, 16.1 S_BFE_I32; Vega ISA, 12.1.  Bits 11:8 of 0x00000f00 are 0xf: unsigned 15, signed -1.  0x00040008 = width 4, offset 8.
; kills: bfe-unsigned
; assay: arch gfx906 gfx1100
; assay: rules salu.bitfield
; assay: state s0 = 0x00000f00
; assay: state s1 = 0x00040008
; assay: expect s2 = 15
; assay: expect s3 = 0xffffffff
; assay: expect scc = 1
s_bfe_u32 s2, s0, s1
s_bfe_i32 s3, s0, s1
