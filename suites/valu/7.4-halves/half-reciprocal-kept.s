; A reciprocal in the high half keeps the low half exactly, although its own value has a tolerance.
; RDNA3 ISA, 7.4, 16.8 V_RCP_F16.
; kills: tolerance-of-kept-half
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules valu.half.high, valu.half.keep
; assay: state v2 = 0x4000
; assay: state v1 = 0x00001234
; assay: observe v3
; assay: expect v3[*] = 0x1234
v_rcp_f16_e64 v1.h, v2.l op_sel:[0,1]
v_and_b32 v3, 0xffff, v1
