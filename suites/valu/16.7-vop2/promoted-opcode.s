; An operation has its VOPC number in VOP3, its VOP2 number plus 0x100, its VOP1 number plus 0x180 on RDNA3 and 0x140 on Vega.
; RDNA3 ISA, 16.7.1, 16.8.1, 16.9.1; Vega ISA, 13.3.4.  V_ADD_F32 is VOP2 3 (Vega 1), V_MOV_B32 VOP1 1.  2.0 - 1.0 = 1.0 with NEG of source 1; a copy of v1.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules decode.promotion
; assay: state v1 = 2.0
; assay: state v2 = 1.0
; assay: expect v0[*] = 1.0
; assay: expect v3[*] = 2.0
.if gfx906
.long 0xd1010000, 0x40020501
.long 0xd1410003, 0x00000101
.else
.long 0xd5030000, 0x40020501
.long 0xd5810003, 0x00000101
.endif
