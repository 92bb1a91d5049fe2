; V_NOP and V_PIPEFLUSH change nothing.
; RDNA3 ISA, 16.8 V_NOP, V_PIPEFLUSH; Vega ISA, 12.8.  103 - 16 = 87 before and after.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules control.nop
; assay: state s0 = 103
; assay: state v0 = 9
; assay: state vcc = 5
; assay: expect s1 = 87
; assay: expect v0[*] = 9
; assay: expect vcc_lo = 5
; assay: observe s1 v0 vcc_lo
s_add_u32 s1, s0, -16
v_nop
.if gfx1100
v_pipeflush
.endif
