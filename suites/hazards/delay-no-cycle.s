; S_DELAY_ALU takes no cycle of its own: between V_CMPX and V_PERMLANE it is not the VALU instruction that must stand there.
; RDNA3 ISA, 5.7 "executes in zero cycles", 7.2.8.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: rules hazard.cmpx.permlane
; assay: state s0 = 0x76543210
; assay: state s1 = 0xfedcba98
; assay: state v1 = lane
; assay: expect v0[0:2] = 0, 1, 2
; assay: expect finding hazard.cmpx.permlane
v_cmpx_ge_u32 v1, v1
s_delay_alu instid0(VALU_DEP_1)
v_permlane16_b32 v0, v1, s0, s1
