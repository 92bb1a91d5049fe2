; Four wait states between a VALU write of VCC and V_DIV_FMAS are enough.
; Vega ISA, 4.5, Table 8.  s_nop 3 is four states.
; kills: low-bit-flipped
; assay: arch gfx906
; assay: rules hazard.vcc.div_fmas, float.div
; assay: state v1 = 2.0
; assay: state v2 = 3.0
; assay: state v3 = 1.0
; assay: expect v0[*] = 7.0
v_cmp_ne_u32 vcc, v1, v1
s_nop 3
v_div_fmas_f32 v0, v1, v2, v3
