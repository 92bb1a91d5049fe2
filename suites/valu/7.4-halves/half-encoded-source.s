; In VOP1, VOP2 and VOPC bit 7 of a 16-bit source number picks the high half.
; RDNA3 ISA, 7.4.  The word is v_add_f16 v0.l, v1.h, v2.l: 2.0 + 1.0 = 3.0 = 0x4200; the low half of v1 holds 4.0.
; kills: half-ignored
; assay: arch gfx1100
; assay: rules decode.half
; assay: state v0 = 0x12340000
; assay: state v1 = 0x40004400
; assay: state v2 = 0x3c00
; assay: expect v0[*] = 0x12344200
.long 0x64000581
