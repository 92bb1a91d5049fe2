; Codes 240 to 247 are 0.5 to -4.0 in the format of the operand.
; RDNA3 ISA, 4.1, Table 12; Vega ISA, 4.2, Table 6.  4.0 is 0x40800000 in f32, 0x4400 in f16, 0x4010000000000000 in f64.
; f32: 4.0 + 0.5 = 4.5 = 0x40900000.  f16: 4.0 + 1.0 = 5.0 = 0x4500.  f64: 4.0 + 4.0 = 8.0.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.float
; assay: state v1 = 0.5
; assay: state v2 = 0x3c00
; assay: state v3 = 0
; assay: state v[4:5] = 4.0
; assay: expect v0[*] = 4.5
; assay: expect v3[*] = 0x4500
; assay: expect v[6:7] = 8.0
; assay: expect v8[*] = -0.5
v_add_f32 v0, 4.0, v1
v_add_f16 v3, 4.0, v2
v_add_f64 v[6:7], 4.0, v[4:5]
v_mov_b32 v8, -0.5
