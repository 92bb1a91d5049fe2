; V_SWAP_B16 exchanges two halves; the other halves of both registers stay.
; RDNA3 ISA, 7.4, 16.8 V_SWAP_B16.
; kills: half-ignored
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules decode.half, valu.half.keep
; assay: state v0 = 0x11112222
; assay: state v1 = 0x33334444
; assay: state v2 = 0x55556666
; assay: expect v0[*] = 0x11113333
; assay: expect v1[*] = 0x22224444
; assay: expect v2[*] = 0x66665555
v_swap_b16 v0.l, v1.h
v_swap_b16 v2.h, v2.l
