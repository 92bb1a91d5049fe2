; NULL as a vector source reads 0.
; RDNA3 ISA, 7.2, Table 26 (code 124).  -16 + 0 = 0xfffffff0.
; kills: inline-constant
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules decode.null
; assay: state v1 = 7
; assay: expect v0[*] = 0xfffffff0
; assay: expect v2[*] = 7
v_add_nc_u32_e64 v0, null, -16
v_max_u32_e64 v2, null, v1
