; On Vega the mask of a select counts: VCC and a scalar register are two.
; Vega ISA, 6.2.1 (VCC used implicitly).  The word is v_cndmask_b32 v0, s1, v2, vcc.
; kills: errors-unreported
; assay: arch gfx906
; assay: rules decode.constant_bus
; assay: state s1 = 1
; assay: state v2 = 2
; assay: state vcc = 0
; assay: expect s1 = 1
; assay: expect finding decode.constant_bus
; assay: observe s1
.long 0x00000401
