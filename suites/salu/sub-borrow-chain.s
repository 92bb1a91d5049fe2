; The borrow of S_SUBB_U32 counts the borrow that came in, though source 1 and the borrow need 33 bits.
; RDNA3 ISA, 16.1 S_SUBB_U32; Vega ISA, 12.1.  0 - 0xffffffff - 1 = -0x1_00000000: 0 with borrow; 0 - 0 - 1 = 0xffffffff with borrow; 2 - 0 - 1 = 1 without.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.carry
; assay: state scc = 1
; assay: state s0 = 0xffffffff
; assay: expect s1 = 0
; assay: expect s2 = 0xffffffff
; assay: expect s3 = 1
; assay: expect scc = 0
s_subb_u32 s1, 0, s0
s_subb_u32 s2, 0, 0
s_subb_u32 s3, 2, 0
