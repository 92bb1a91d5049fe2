; CLAMP leaves a result alone that the type holds.
; RDNA3 ISA, 7.2.3.1; Vega ISA, 6.5.  0.25 + 0.5 = 0.75; 3 + 4 = 7; 1 - -1 = 2.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.float, valu.clamp.int
; assay: state v1 = 0.25
; assay: state v2 = 3
; assay: state v3 = 1
; assay: expect v0[*] = 0.75
; assay: expect v4[*] = 7
; assay: expect v5[*] = 2
v_add_f32_e64 v0, v1, 0.5 clamp
.if gfx906
v_add_u32_e64 v4, v2, 4 clamp
v_sub_i32 v5, v3, -1 clamp
.else
v_add_nc_u32_e64 v4, v2, 4 clamp
v_sub_nc_i32 v5, v3, -1 clamp
.endif
