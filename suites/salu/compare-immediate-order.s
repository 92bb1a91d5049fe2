; The ordering S_CMPK compares extend the immediate as their type says: -1 or 65535.
; RDNA3 ISA, 16.2 S_CMPK_GT_I32; Vega ISA, 12.2.  0 > -1 and 0 >= -1; 0 < 65535 and 0 <= 65535 unsigned; 0 < -1 is false.
; kills: immediate-unsigned
; assay: arch gfx906 gfx1100
; assay: rules salu.compare, salu.immediate
; assay: state s0 = 0
; assay: expect s1 = 1
; assay: expect s2 = 1
; assay: expect s3 = 0
; assay: expect s4 = 1
; assay: expect s5 = 1
; assay: expect s6 = 0
s_cmpk_gt_i32 s0, -1
s_cselect_b32 s1, 1, 0
s_cmpk_ge_i32 s0, -1
s_cselect_b32 s2, 1, 0
s_cmpk_lt_i32 s0, -1
s_cselect_b32 s3, 1, 0
s_cmpk_lt_u32 s0, 0xffff
s_cselect_b32 s4, 1, 0
s_cmpk_le_u32 s0, 0xffff
s_cselect_b32 s5, 1, 0
s_cmpk_gt_u32 s0, 0xffff
s_cselect_b32 s6, 1, 0
