; Sources in different banks are no error: bank 0 and 2, 1 and 3.
; RDNA3 ISA, 7.6.  2.0 + 1.0 = 3.0; 4.0 + 5.0 = 9.0.
; kills: vopd-y-dropped
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd.bank, valu.vopd
; assay: state v4 = 2.0
; assay: state v1 = 1.0
; assay: state v6 = 4.0
; assay: state v7 = 5.0
; assay: expect v0[*] = 3.0
; assay: expect v3[*] = 9.0
v_dual_add_f32 v0, v4, v1 :: v_dual_add_f32 v3, v6, v7
