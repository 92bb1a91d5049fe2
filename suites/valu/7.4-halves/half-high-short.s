; A 16-bit result goes to the high half that the destination names, and the low half stays: in VOP1, VOP2 and VOP3.
; RDNA3 ISA, 7.4.  v_floor_f16 of 2.5 (0x4100) is 2.0 (0x4000); 2.5 + 1.0 = 3.5 (0x4300); 2.5 * 2.0 + 1.0 = 6.0 (0x4600).
; kills: half-swapped
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules valu.half.high, decode.half
; assay: state v0 = 0xabcd1111
; assay: state v1 = 0x4100
; assay: state v2 = 0x3c00
; assay: state v3 = 0xbcde2222
; assay: state v4 = 0xcdef3333
; assay: state v5 = 0x4000
; assay: expect v0[*] = 0x40001111
; assay: expect v3[*] = 0x43002222
; assay: expect v4[*] = 0x46003333
v_floor_f16_e32 v0.h, v1.l
v_add_f16_e32 v3.h, v1.l, v2.l
v_fma_f16 v4.h, v1.l, v5.l, v2.l
