; S_CMPK LG, GE and LE at and next to equality, signed and unsigned.
; RDNA3 ISA, 16.2 S_CMPK_LG_I32; Vega ISA, 12.2.  s0 = -1, s1 = 0xffff: -1 LG -1 is false, LE true; 0xffff LG 0xffff false, GE true, GE -1 signed true.
; kills: immediate-unsigned
; assay: arch gfx906 gfx1100
; assay: rules salu.compare, salu.immediate
; assay: state s0 = 0xffffffff
; assay: state s1 = 0xffff
; assay: expect s2 = 0
; assay: expect s3 = 1
; assay: expect s4 = 0
; assay: expect s5 = 1
; assay: expect s6 = 1
s_cmpk_lg_i32 s0, -1
s_cselect_b32 s2, 1, 0
s_cmpk_le_i32 s0, -1
s_cselect_b32 s3, 1, 0
s_cmpk_lg_u32 s1, 0xffff
s_cselect_b32 s4, 1, 0
s_cmpk_ge_u32 s1, 0xffff
s_cselect_b32 s5, 1, 0
s_cmpk_ge_i32 s1, -1
s_cselect_b32 s6, 1, 0
