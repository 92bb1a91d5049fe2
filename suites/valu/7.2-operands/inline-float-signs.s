; Codes 240 to 247 are 0.5, -0.5, 1, -1, 2, -2, 4, -4.
; RDNA3 ISA, 7.2, Table 26; Vega ISA, 6.2.1.  0.5 + 1 + 2 + 4 = 7.5; their negatives -7.5.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.float
; assay: state v1 = 0
; assay: state v2 = 0
; assay: expect v1[*] = 7.5
; assay: expect v2[*] = -7.5
v_add_f32 v1, 0.5, v1
v_add_f32 v1, 1.0, v1
v_add_f32 v1, 2.0, v1
v_add_f32 v1, 4.0, v1
v_add_f32 v2, -0.5, v2
v_add_f32 v2, -1.0, v2
v_add_f32 v2, -2.0, v2
v_add_f32 v2, -4.0, v2
