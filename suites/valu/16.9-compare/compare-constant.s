; V_CMP_F is 0 and V_CMP_T 1 in every live lane.
; RDNA3 ISA, 16.9, Tables 112 and 114; Vega ISA, 12.9.  Lanes 4 to 7 are on.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.compare
; assay: state exec = 0xf0
; assay: state s[10:11] = 0xffffffffffffffff
; assay: state s[12:13] = 0xffffffffffffffff
; assay: state v1 = 1
; assay: expect s[10:11] = 0
; assay: expect s[12:13] = 0xf0
; assay: observe s[10:11] s[12:13]
v_cmp_f_f32_e64 s[10:11], v1, v1
v_cmp_t_u32_e64 s[12:13], v1, v1
