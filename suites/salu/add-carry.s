; S_ADD_U32 puts the carry into SCC, S_ADDC_U32 adds it.
; RDNA3 ISA, 6.5; Vega ISA, 5.5.  0x1_ffffffff + 0x2_00000001 = 0x4_00000000; the second sum has no carry.
; kills: carry-in-dropped
; assay: arch gfx906 gfx1100
; assay: rules salu.carry
; assay: state s0 = 0xffffffff
; assay: state s1 = 1
; assay: state s2 = 1
; assay: state s3 = 2
; assay: expect s4 = 0
; assay: expect s5 = 4
; assay: expect scc = 0
s_add_u32 s4, s0, s2
s_addc_u32 s5, s1, s3
