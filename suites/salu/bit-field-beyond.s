; A field that reaches beyond the register has zeros there when unsigned, the sign when signed.
; RDNA3 ISA, 16.1 S_BFE_U32, S_BFE_I32; Vega ISA, 12.1.  Width 8 at 28 of 0x80000000: 8 or -8.
; kills: bfe-shifts-zeros
; assay: arch gfx906 gfx1100
; assay: rules salu.bitfield
; assay: state s0 = 0x80000000
; assay: expect s1 = 8
; assay: expect s2 = 0xfffffff8
s_bfe_u32 s1, s0, 0x0008001c
s_bfe_i32 s2, s0, 0x0008001c
