; S_PACK puts two chosen halves into one register.
; RDNA3 ISA, 16.1 S_PACK_LH_B32_B16; Vega ISA, 12.1.  LL: low of both; LH: low of 0, high of 1; HH: high of both.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.pack
; assay: state s0 = 0x11112222
; assay: expect s1 = 0x44442222
; assay: expect s2 = 0x33332222
; assay: expect s3 = 0x33331111
s_pack_ll_b32_b16 s1, s0, 0x33334444
s_pack_lh_b32_b16 s2, s0, 0x33334444
s_pack_hh_b32_b16 s3, s0, 0x33334444
