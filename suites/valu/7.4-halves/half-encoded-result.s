; Bit 7 of a 16-bit VDST sends the result to the high half; the low half stays.
; RDNA3 ISA, 7.4.  The word is v_add_f16 v3.h, v1.l, v2.l: 4.0 + 1.0 = 5.0 = 0x4500.
; kills: half-swapped
; assay: arch gfx1100
; assay: rules decode.half, valu.half.keep
; assay: state v3 = 0x00001234
; assay: state v1 = 0x40004400
; assay: state v2 = 0x3c00
; assay: expect v3[*] = 0x45001234
.long 0x65060501
