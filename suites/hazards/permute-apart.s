; V_PERMLANE16 may follow V_CMPX when another vector ALU instruction stands between, V_NOP among them.
; RDNA3 ISA, 7.2.8.
; kills: hazards-unended
; assay: arch gfx1100
; assay: rules hazard.cmpx.permlane
; assay: state s0 = 0x76543210
; assay: state s1 = 0xfedcba98
; assay: state v1 = lane
; assay: expect v0[0:2] = 0, 1, 2
; assay: observe v0
v_cmpx_ge_u32 v1, v1
v_nop
v_permlane16_b32 v0, v1, s0, s1
