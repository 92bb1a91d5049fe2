; The same with four wait states between.
; Vega ISA, 4.5 rows 5 and 13.  VCC is all ones, so V_DIV_FMAS scales: (1 * 1 + 1) * 2^-64.
; kills: vcc-two-registers
; assay: rules hazard.vcc.div_fmas
; assay: arch gfx906
; assay: sgprs = 32
; assay: state v1 = 1.0
; assay: expect v3[*] = 0x20000000
v_cmp_eq_f32 s[30:31], v1, v1
s_nop 3
v_div_fmas_f32 v3, v1, v1, v1
