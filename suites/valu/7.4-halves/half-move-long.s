; V_MOV_B16 in VOP3: OP_SEL chooses the half that is read and the half that is written; the other half stays.
; RDNA3 ISA, 7.2.2.4, 7.4.
; kills: half-swapped
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules valu.half.high, valu.half.keep
; assay: state v0 = 0x11112222
; assay: state v1 = 0x33334444
; assay: state v2 = 0x55556666
; assay: expect v0[*] = 0x44442222
; assay: expect v2[*] = 0x55553333
v_mov_b16_e64 v0.h, v1.l op_sel:[0,1]
v_mov_b16_e64 v2.l, v1.h op_sel:[1,0]
