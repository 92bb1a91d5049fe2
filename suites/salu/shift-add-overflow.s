; Bits S_LSHLn_ADD_U32 shifts out count as overflow, as a carry of the sum does.
; RDNA3 ISA, 16.1 S_LSHL4_ADD_U32; Vega ISA, 12.1.  0x10000000 * 16 + 5 = 0x1_00000005; 0x7fffffff * 2 + 2 = 0x1_00000000; 0x7fffffff * 2 + 1 fits.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.shift_add
; assay: state s0 = 0x10000000
; assay: state s1 = 0x7fffffff
; assay: expect s2 = 5
; assay: expect s3 = 1
; assay: expect s4 = 0
; assay: expect s5 = 1
; assay: expect s6 = 0xffffffff
; assay: expect scc = 0
s_lshl4_add_u32 s2, s0, 5
s_cselect_b32 s3, 1, 0
s_lshl1_add_u32 s4, s1, 2
s_cselect_b32 s5, 1, 0
s_lshl1_add_u32 s6, s1, 1
