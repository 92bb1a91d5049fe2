; V_MUL_LO and V_MUL_HI give the halves of the exact product, signed or not.
; RDNA3 ISA, 16.12 V_MUL_HI_I32; Vega ISA, 12.12.  -2 * 3: low 0xfffffffa, high -1; unsigned 0xfffffffe * 3 = 0x2_fffffffa.  3 - -2 = 5 shows the order.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.multiply
; assay: state v1 = 0xfffffffe
; assay: state v2 = 3
; assay: expect v0[*] = 0xfffffffa
; assay: expect v3[*] = 0xffffffff
; assay: expect v4[*] = 2
; assay: expect v5[*] = 0xfffffffb
v_mul_lo_u32 v0, v1, v2
v_mul_hi_i32 v3, v1, v2
v_mul_hi_u32 v4, v1, v2
.if gfx906
v_sub_u32 v5, v1, v2
.else
v_sub_nc_u32 v5, v1, v2
.endif
