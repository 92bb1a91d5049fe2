; The VOP3 form of an addition with carry writes it to the scalar register it names and leaves VCC alone.
; RDNA3 ISA, 7.2.3, 7.2.5; Vega ISA, 6.2.2.  Lanes 0 to 3 are on and 0xffffffff + 1 carries in each.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.carry
; assay: state exec = 0xf
; assay: state vcc = 6
; assay: state s6 = 0xff
; assay: state s7 = 0
; assay: state v1 = 0xffffffff
; assay: state v2 = 1
; assay: expect s6 = 0xf
; assay: expect vcc_lo = 6
; assay: observe s6 vcc_lo
.if wave == 64
v_add_co_u32 v0, s[6:7], v1, v2
.else
v_add_co_u32 v0, s6, v1, v2
.endif
