; S_CMP_EQ_U64 and S_CMP_LG_U64 see all 64 bits.
; RDNA3 ISA, 6.6; Vega ISA, 5.6.  0x1_00000005 and 0x2_00000005 differ in the high word only.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.compare
; assay: state s[0:1] = 0x100000005
; assay: state s[2:3] = 0x200000005
; assay: expect s4 = 0
; assay: expect s5 = 1
; assay: expect s6 = 1
s_cmp_eq_u64 s[0:1], s[2:3]
s_cselect_b32 s4, 1, 0
s_cmp_lg_u64 s[0:1], s[2:3]
s_cselect_b32 s5, 1, 0
s_cmp_eq_u64 s[0:1], s[0:1]
s_cselect_b32 s6, 1, 0
