; The manual knows of no such hazard: without `profile silicon` nothing is reported.
; RDNA3 ISA, 5.6: inserting S_NOP is not required.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules hazard.trans.use
; assay: state v2 = 4.0
; assay: state v4 = 3
; assay: observe v4
; assay: expect v4[*] = 6
v_rcp_f32 v1, v2
v_add_f32 v3, v1, v1
v_add_nc_u32 v4, v4, v4
