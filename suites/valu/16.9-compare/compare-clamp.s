; CLAMP on a compare asks for exceptions to be signalled; what it writes is the same.
; Vega ISA, 6.5.  1.0 < 2.0 in lanes 0 and 1; a NaN compares false.
; kills: mask-keeps-old
; assay: arch gfx906
; assay: rules valu.compare
; assay: state exec = 7
; assay: state s[10:11] = 0xff
; assay: state v1 = 0x3f800000, 0x3f800000, 0x7fc00000
; assay: state v2 = 2.0
; assay: expect s[10:11] = 3
; assay: observe s[10:11]
v_cmp_lt_f32_e64 s[10:11], v1, v2 clamp
