; The two halves of a VOPD read their sources before either writes.
; RDNA3 ISA, 7.6.  v0 takes the old v3 and v3 takes the old v0 + 1.0: v0 = 8.0, v3 = 2.0 + 1.0 = 3.0.
; kills: vopd-y-dropped
; assay: arch gfx1100
; assay: wave 32
; assay: rules decode.vopd, valu.vopd
; assay: state v0 = 2.0
; assay: state v3 = 8.0
; assay: state v5 = 1.0
; assay: expect v0[*] = 8.0
; assay: expect v3[*] = 3.0
v_dual_mov_b32 v0, v3 :: v_dual_add_f32 v3, v0, v5
