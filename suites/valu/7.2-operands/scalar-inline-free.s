; Inline constants do not count against the scalar values of an instruction.
; RDNA3 ISA, 7.2.2.3; Vega ISA, 6.2.1.  3.0 * 4.0 + -2.0 = 10.0.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules decode.constant_bus, decode.inline.float
; assay: state s1 = 3.0
; assay: expect v0[*] = 10.0
v_fma_f32 v0, s1, 4.0, -2.0
