; A compare keeps its VOPC number in VOP3.
; RDNA3 ISA, 16.9.1; Vega ISA, 13.3.4.  V_CMP_EQ_U32 is VOPC 0x4a, on Vega 0xca.  Lanes 4 to 7 are on; lane 5 holds 5.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules decode.promotion, valu.compare
; assay: state exec = 0xf0
; assay: state s[4:5] = 0xffffffffffffffff
; assay: state v1 = lane
; assay: state v2 = 5
; assay: expect s[4:5] = 0x20
; assay: observe s[4:5]
.if gfx906
.long 0xd0ca0004, 0x00020501
.else
.long 0xd44a0004, 0x00020501
.endif
