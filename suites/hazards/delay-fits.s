; Advice that names the instructions whose results are used: the third vector instruction back for the next one, skipping one, and the one
; before for the one after; then past a transcendental (errata E-310), and a scalar result.  Nothing is said.
; RDNA3 ISA, 5.7: the manual's own example, E depends on A, G on F.  v11 = 7 + 1 = 8, v10 = 5 + 8 = 13; v12 = 2 + 13 = 15.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules control.delay.distance, control.delay.missing, control.delay.reserved
; assay: state v1 = 1
; assay: state v9 = 7
; assay: state v11 = 5
; assay: state v13 = 5
; assay: state v31 = 1
; assay: state v25 = 2
; assay: state v7 = 2.0
; assay: expect v10[*] = 13
; assay: expect v8[*] = 0.5
; assay: expect v12[*] = 15
; assay: observe v10 v8 v12
v_mov_b32 v3, v1
v_lshlrev_b32 v30, 1, v31
v_lshlrev_b32 v24, 1, v25
s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_1)
v_add_nc_u32 v0, v1, v3
v_add_nc_u32 v11, v9, v31
v_add_nc_u32 v10, v13, v11
v_rcp_f32 v8, v7
s_mov_b32 s0, 2
s_delay_alu instid0(VALU_DEP_1) | instid1(SALU_CYCLE_1)
v_add_nc_u32 v12, s0, v10
