; A VOPD source past the allocation reads the register of its number modulo 4.
; RDNA3 ISA, 3.3.2.2.  v30 reads v2 (30 mod 4), v29 reads v1.
; kills: vopd-y-dropped
; assay: arch gfx1100
; assay: wave 32
; assay: rules register.vgpr.range, valu.vopd
; assay: vgprs 24
; assay: state v0 = 11
; assay: state v1 = 12
; assay: state v2 = 13
; assay: expect v4[*] = 13
; assay: expect v5[*] = 12
; assay: expect note register.vgpr.range
v_dual_mov_b32 v4, v30 :: v_dual_mov_b32 v5, v29
