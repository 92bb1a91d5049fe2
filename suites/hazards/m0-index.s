; S_SET_GPR_IDX_ON, _IDX and _MODE are scalar writes of M0, though no operand says so; S_SET_GPR_IDX_OFF is none.
; Vega ISA, 4.5, Table 8, 12.1.  M0[7:0] = 2: s[4 + 2] = 60; _MODE leaves that.
; kills: index-to-m0-unseen
; assay: arch gfx906
; assay: rules hazard.m0
; assay: state s6 = 60
; assay: state s8 = 2
; assay: state m0 = 0
; assay: expect s0 = 60
; assay: expect s1 = 60
; assay: expect s2 = 60
; assay: expect finding hazard.m0
; assay: expect finding hazard.m0
; assay: expect finding hazard.m0
; assay: observe s0 s1 s2
s_set_gpr_idx_on s8, 0
s_movrels_b32 s0, s4
s_set_gpr_idx_idx s8
s_movrels_b32 s1, s4
s_set_gpr_idx_mode 0
s_sendmsg sendmsg(MSG_INTERRUPT)
s_set_gpr_idx_off
s_movrels_b32 s2, s4
