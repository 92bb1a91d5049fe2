; S_SUB_U32 puts the borrow into SCC, S_SUBB_U32 subtracts it.
; RDNA3 ISA, 6.5; Vega ISA, 5.5.  0x3_00000000 - 0x1_00000001 = 0x1_ffffffff.
; kills: borrow-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.carry
; assay: state s0 = 0
; assay: state s1 = 3
; assay: state s2 = 1
; assay: state s3 = 1
; assay: expect s4 = 0xffffffff
; assay: expect s5 = 1
; assay: expect scc = 0
s_sub_u32 s4, s0, s2
s_subb_u32 s5, s1, s3
