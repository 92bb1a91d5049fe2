; S_CMPK_GT_I32 is false where both are equal, true one above, and signed.
; RDNA3 ISA, 16.2 S_CMPK_GT_I32; Vega ISA, 12.2.  -7 > -7: 0; -6 > -7: 1; -8 > -7: 0.
; kills: cmpk-gt-equal
; assay: arch gfx906 gfx1100
; assay: rules salu.compare
; assay: state s0 = 0xfffffff9
; assay: state s1 = 0xfffffffa
; assay: state s2 = 0xfffffff8
; assay: expect s4 = 0
; assay: expect s5 = 1
; assay: expect s6 = 0
s_cmpk_gt_i32 s0, 0xfff9
s_cselect_b32 s4, 1, 0
s_cmpk_gt_i32 s1, 0xfff9
s_cselect_b32 s5, 1, 0
s_cmpk_gt_i32 s2, 0xfff9
s_cselect_b32 s6, 1, 0
