; S_LSHLn_ADD_U32 shifts source 0 by n and adds source 1; SCC is 1 when the exact sum has more than 32 bits.
; RDNA3 ISA, 16.1 S_LSHL1_ADD_U32; Vega ISA, 12.1.  3 * 2 + 1 = 7; 3 * 4 + 1 = 13; 3 * 8 + 1 = 25; 3 * 16 + 1 = 49.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.shift_add
; assay: state s0 = 3
; assay: expect s1 = 7
; assay: expect s2 = 13
; assay: expect s3 = 25
; assay: expect s4 = 49
; assay: expect scc = 0
s_lshl1_add_u32 s1, s0, 1
s_lshl2_add_u32 s2, s0, 1
s_lshl3_add_u32 s3, s0, 1
s_lshl4_add_u32 s4, s0, 1
