; V_MAD_U64_U32 adds a 64-bit value to the whole product.
; RDNA3 ISA, 16.12 V_MAD_U64_U32; Vega ISA, 12.12.  0xffffffff * 0xffffffff = 0xfffffffe_00000001; plus 0xffffffff = 0xffffffff_00000000.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.mad64
; assay: state exec = 1
; assay: state v1 = 0xffffffff
; assay: state v[2:3] = 0xffffffff
; assay: state v[4:5] = 0
; assay: expect v4[0:1] = 0, 0
; assay: expect v5[0:1] = 0xffffffff, 0
; assay: observe v4 v5
.if wave == 64
v_mad_u64_u32 v[4:5], s[8:9], v1, v1, v[2:3]
.else
v_mad_u64_u32 v[4:5], s8, v1, v1, v[2:3]
.endif
