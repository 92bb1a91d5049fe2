; V_MAD_I64_I32 with CLAMP goes to the nearest i64.
; RDNA3 ISA, 16.12 V_MAD_I64_I32, 7.2.3, and errata E-077; Vega ISA, 12.12.  1 * 1 + 0x7fffffff_ffffffff is one too many.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.mad64, valu.clamp.int
; assay: state v1 = 1
; assay: state v[2:3] = 0x7fffffffffffffff
; assay: expect v[4:5] = 0x7fffffffffffffff
.if wave == 64
v_mad_i64_i32 v[4:5], s[8:9], v1, v1, v[2:3] clamp
.else
v_mad_i64_i32 v[4:5], s8, v1, v1, v[2:3] clamp
.endif
