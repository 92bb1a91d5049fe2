; Code 248 is 1/(2 pi) in the format of the operand.
; RDNA3 ISA, 7.2, Table 26: 0x3118 in f16, 0x3e22f983 in f32, 0x3fc45f306dc9c882 in f64; Vega ISA, 6.2.1.  Times 4.0 the f16 one has an exponent 2 higher, 0x3918, and the f64 one 0x3fe45f306dc9c882.
; kills: inline-pi-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.float
; assay: state v3 = 0
; assay: state v1 = 0x3118
; assay: state v[4:5] = 4.0
; assay: expect v0[*] = 0x3e22f983
; assay: expect v2[*] = 0x3ea2f983
; assay: expect v3[*] = 0x3918
; assay: expect v[6:7] = 0x3fe45f306dc9c882
v_mov_b32 v0, 0.15915494
v_add_f32 v2, 0.15915494, v0
v_mul_f16 v3, 4.0, v1
v_mul_f64 v[6:7], 0.15915494309189532, v[4:5]
