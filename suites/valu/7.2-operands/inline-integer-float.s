; An inline integer in a float operation is the bits of that integer, not its value: 64 is the subnormal 2^-143.
; RDNA3 ISA, 7.2, Table 26; Vega ISA, 6.2.1.  MODE = 0x3f0 keeps subnormals: 0x40 + 0x40 as floats = 0x80.  -16 is the NaN 0xfffffff0, which a minimum passes over.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.int, float.minmax
; assay: state v1 = 0x40
; assay: state v2 = 3.0
; assay: expect v0[*] = 0x80
; assay: expect v3[*] = 3.0
; assay: expect v4[*] = 0
v_add_f32 v0, 64, v1
v_min_f32 v3, -16, v2
v_add_f32_e64 v4, 64, -v1
