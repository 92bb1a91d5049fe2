; Bit 7 of VSRC1 picks the high half as well.
; RDNA3 ISA, 7.4.  The word is v_add_f16 v0.l, v1.l, v2.h: 1.0 + 2.0 = 3.0 = 0x4200.
; kills: half-ignored
; assay: arch gfx1100
; assay: rules decode.half
; assay: state v0 = 0
; assay: state v1 = 0x3c00
; assay: state v2 = 0x40004400
; assay: expect v0[*] = 0x4200
.long 0x64010501
