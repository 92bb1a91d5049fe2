; V_DIV_FMAS reads VCC: 4 wait states after a VALU that writes it, also where that VALU names the SGPRs that hold VCC.
; Vega ISA, 4.5 rows 5 and 13.  v2 = 5 shows that the rest ran.
; kills: vcc-two-registers
; assay: arch gfx906
; assay: sgprs = 32
; assay: rules hazard.vcc.div_fmas
; assay: state v1 = 1.0
; assay: observe v2
; assay: expect v2[*] = 5
; assay: expect finding hazard.vcc.div_fmas
v_cmp_eq_f32 s[30:31], v1, v1
v_mov_b32 v2, 5
s_nop 1
v_div_fmas_f32 v3, v1, v1, v1
