; A vector instruction that reads one scalar value more than it may is an error: two of Vega's, three of RDNA3's.
; RDNA3 ISA, 7.2.2.3; Vega ISA, 6.2.1.  v_add_u32 v0, s0, s1; v_add3_u32 v0, s0, s1, s2: no assembler makes them.
; kills: hazards-unwatched
; assay: arch gfx906 gfx1100
; assay: rules decode.constant_bus
; assay: expect finding decode.constant_bus
.if gfx906
.long 0xd1340000, 0x00000200
.else
.long 0xd6550000, 0x00080200
.endif
