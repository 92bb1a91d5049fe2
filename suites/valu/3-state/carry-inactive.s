; The carry bit of an inactive lane is written 0.
; RDNA3 ISA, 3.4.6, 7.2.4; Vega ISA, 3.3, 6.2.2.  Lanes 0 to 3 are on and carry: VCC = 0xf, whatever it held.
; kills: mask-every-lane
; assay: arch gfx906 gfx1100
; assay: rules valu.carry.inactive
; assay: state exec = 0xf
; assay: state vcc = 0xff00
; assay: state v1 = 0xffffffff
; assay: state v2 = 0
; assay: state v0 = 9
; assay: expect vcc_lo = 0xf
; assay: expect v0[0:5] = 0, 0, 0, 0, 9, 9
; assay: observe vcc_lo v0
.if wave == 64
v_add_co_u32 v0, vcc, v1, 1
.else
v_add_co_u32 v0, vcc_lo, v1, 1
.endif
