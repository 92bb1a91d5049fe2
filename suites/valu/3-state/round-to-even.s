; A sum halfway between two floats takes the even one.
; RDNA3 ISA, 3.4.2; Vega ISA, 3.5.  1.0 + 2^-24 is halfway: 1.0.  0x3f800001 + 2^-24 is halfway: 0x3f800002.
; kills: round-to-zero
; assay: arch gfx906 gfx1100
; assay: rules float.round
; assay: state v1 = 0x33800000
; assay: state v2 = 0x3f800001
; assay: expect v0[*] = 0x3f800000
; assay: expect v3[*] = 0x3f800002
v_add_f32 v0, 1.0, v1
v_add_f32 v3, v2, v1
