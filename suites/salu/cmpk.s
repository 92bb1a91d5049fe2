; Signed compares with an immediate extend it by its sign, unsigned ones by zeros.
; RDNA3 ISA, 16.2 S_CMPK_EQ_I32; Vega ISA, 12.2.  0xffff is -1 for the signed compare and 65535 for the unsigned one.
; kills: immediate-unsigned
; assay: arch gfx906 gfx1100
; assay: rules salu.immediate, salu.compare
; assay: state s0 = 0xffffffff
; assay: state s1 = 0x0000ffff
; assay: expect s2 = 1
; assay: expect s3 = 1
; assay: expect scc = 1
s_cmpk_eq_i32 s0, -1
s_cselect_b32 s2, 1, 0
s_cmpk_eq_u32 s1, 0xffff
s_cselect_b32 s3, 1, 0
