; A VOP1 operation reads the high half that bit 7 of its source names.
; RDNA3 ISA, 7.4.  The word is v_ceil_f16 v0.l, v1.h: 0x4100 = 2.5 gives 3.0 = 0x4200.
; kills: half-ignored
; assay: arch gfx1100
; assay: rules decode.half
; assay: state v0 = 0x12340000
; assay: state v1 = 0x41004400
; assay: expect v0[*] = 0x12344200
.long 0x7e00b981
