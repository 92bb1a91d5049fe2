; V_MOV_B16 and V_NOT_B16 write one half and keep the other.
; RDNA3 ISA, 16.8 V_MOV_B16, V_NOT_B16.  The words are v_mov_b16 v0.l, v1.h and v2.h, v1.l in VOP1.
; kills: half-cleared
; assay: arch gfx1100
; assay: rules decode.half, valu.half.keep
; assay: state v0 = 0x11112222
; assay: state v2 = 0x11112222
; assay: state v3 = 0x11112222
; assay: state v1 = 0x3333000f
; assay: expect v0[*] = 0x11113333
; assay: expect v2[*] = 0x000f2222
; assay: expect v3[*] = 0x1111fff0
.long 0x7e003981
.long 0x7f043901
v_not_b16 v3, v1
