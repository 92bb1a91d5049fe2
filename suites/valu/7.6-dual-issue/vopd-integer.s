; Three integer operations can be the second half of a VOPD.
; RDNA3 ISA, 16.11.2.  5 + 7 = 12; 3 << 4 = 48; 0xf0 & 0x3c = 0x30.
; kills: vopd-y-dropped
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd
; assay: state v1 = 5
; assay: state v2 = 7
; assay: state v4 = 4
; assay: state v6 = 3
; assay: state v8 = 0xf0
; assay: state v10 = 0x3c
; assay: expect v0[*] = 7
; assay: expect v3[*] = 12
; assay: expect v5[*] = 48
; assay: expect v7[*] = 0x30
v_dual_mov_b32 v0, v2 :: v_dual_add_nc_u32 v3, v1, v2
v_dual_mov_b32 v0, v2 :: v_dual_lshlrev_b32 v5, v4, v6
v_dual_mov_b32 v0, v2 :: v_dual_and_b32 v7, v8, v10
