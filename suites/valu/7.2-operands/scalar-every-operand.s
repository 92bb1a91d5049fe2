; One scalar register may be read by several operands of an instruction.
; Vega ISA, 6.2.1.  5 * 5 + 5 = 30; a second distinct one would not encode; constants do not count: 5 + -16.
; kills: inline-constant
; assay: arch gfx906
; assay: rules decode.constant_bus
; assay: state s0 = 5
; assay: expect v0[*] = 30
; assay: expect v1[*] = 0xfffffff5
v_mad_u32_u24 v0, s0, s0, s0
v_add_u32_e64 v1, s0, -16
