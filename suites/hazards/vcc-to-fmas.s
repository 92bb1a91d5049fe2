; V_DIV_FMAS needs 4 wait states after a VALU write of VCC.
; Vega ISA, 4.5, Table 8.  With VCC 0 it is a fused multiply-add: 2.0 * 3.0 + 1.0 = 7.0.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.vcc.div_fmas, float.div
; assay: state v1 = 2.0
; assay: state v2 = 3.0
; assay: state v3 = 1.0
; assay: expect v0[*] = 7.0
; assay: expect finding hazard.vcc.div_fmas
v_cmp_ne_u32 vcc, v1, v1
s_nop 2
v_div_fmas_f32 v0, v1, v2, v3
