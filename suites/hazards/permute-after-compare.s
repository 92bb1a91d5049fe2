; V_PERMLANE16 must not follow V_CMPX directly.
; RDNA3 ISA, 7.2.8.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: rules hazard.cmpx.permlane
; assay: state s0 = 0x76543210
; assay: state s1 = 0xfedcba98
; assay: state v1 = lane
; assay: expect v0[0:2] = 0, 1, 2
; assay: expect finding hazard.cmpx.permlane
v_cmpx_ge_u32 v1, v1
v_permlane16_b32 v0, v1, s0, s1
