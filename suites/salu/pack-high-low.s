; S_PACK_HL puts the high half of source 0 below the low half of source 1.
; RDNA3 ISA, 6.4, 16.1 S_PACK_HL_B32_B16.  {0x4444, 0x1111}.
; kills: literal-zero
; assay: arch gfx1100
; assay: rules salu.pack
; assay: state s0 = 0x11112222
; assay: expect s1 = 0x44441111
s_pack_hl_b32_b16 s1, s0, 0x33334444
