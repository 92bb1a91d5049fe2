; The VOP3 forms of 16-bit VOP2 operations have OP_SEL too.
; RDNA3 ISA, 7.2.2.4.  2.0 + 1.0 = 3.0 = 0x4200 into the high half; 2.0 * -(1.0) = -2.0.
; kills: half-ignored
; assay: arch gfx1100
; assay: rules valu.half.high
; assay: state v0 = 0x11112222
; assay: state v3 = 0x11112222
; assay: state v1 = 0x40003800
; assay: state v2 = 0x3c00
; assay: expect v0[*] = 0x42002222
; assay: expect v3[*] = 0x1111c000
.long 0xd5324800, 0x00020501    ; v_add_f16_e64 v0, v1, v2 op_sel:[1,0,1]
.long 0xd5350803, 0x40020501    ; v_mul_f16_e64 v3, v1, -v2 op_sel:[1,0,0]
