; Of two NaN operands the first comes out, quieted; a difference does not turn the sign of its second operand's NaN.
; RDNA3 ISA, 7.2, and errata E-101, E-103.  0x7f800123 quieted is 0x7fc00123; 1.0 - NaN(0x7fc00456) = 0x7fc00456.  Lane 1 is off.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules float.nan
; assay: state exec = 1
; assay: state v0 = 5
; assay: state v1 = 0x7f800123
; assay: state v2 = 0x7fc00456
; assay: state v3 = 1.0
; assay: expect v0[0:1] = 0x7fc00123, 5
; assay: expect v4[0] = 0x7fc00456
; assay: observe v0 v4
v_add_f32 v0, v1, v2
v_sub_f32 v4, v3, v2
