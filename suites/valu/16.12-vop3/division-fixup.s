; V_DIV_FIXUP gives a quotient its special cases: of source 2 by source 1, with the quotient so far in source 0.
; RDNA3 ISA, 16.12 V_DIV_FIXUP_F32; Vega ISA, 12.12.  1 / -0 = -inf; inf / -2 = -inf; 2 / -inf = -0; 0 / -2 = -0; else |source 0| with the sign of the quotient.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v1 = 0x3f800000, 0x7f800000, 0x40000000, 0x00000000, 0xc0400000
; assay: state v2 = 0x80000000, 0xc0000000, 0xff800000, 0xc0000000, 0x40000000
; assay: state v3 = 9.0
; assay: state exec = 0x1f
; assay: state v0 = 0
; assay: expect v0[0:4] = 0xff800000, 0xff800000, 0x80000000, 0x80000000, 0xc1100000
; assay: observe v0
v_div_fixup_f32 v0, v3, v2, v1
