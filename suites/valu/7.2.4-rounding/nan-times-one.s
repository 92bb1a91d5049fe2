; A product with 1.0 and a sum with 0 make a signalling NaN quiet: they are operations, not moves.
; RDNA3 ISA, 7.2.4; Vega ISA, 3.5.  0x7f800001 | 0x00400000; V_MOV and V_CNDMASK pass it as it is.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.nan
; assay: state vcc = 0
; assay: state v1 = 0x7f800001
; assay: expect v0[*] = 0x7fc00001
; assay: expect v2[*] = 0x7fc00001
; assay: expect v3[*] = 0x7f800001
; assay: expect v4[*] = 0x7f800001
v_mul_f32 v0, 1.0, v1
v_add_f32 v2, 0, v1
v_mov_b32 v3, v1
.if wave == 64
v_cndmask_b32 v4, v1, v0, vcc
.else
v_cndmask_b32 v4, v1, v0, vcc_lo
.endif
