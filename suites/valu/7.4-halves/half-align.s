; OP_SEL chooses the half of the third source that counts the bits of V_ALIGNBIT and the bytes of V_ALIGNBYTE.
; RDNA3 ISA, 7.2.2.4 Table 27; errata E-150.  {0x11223344, 0x55667788} by 8 bits is 0x44556677, by 16 0x33445566; by 1 byte and by 2 the same.
; kills: half-ignored
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules valu.align
; assay: state v1 = 0x11223344
; assay: state v2 = 0x55667788
; assay: state v3 = 0x00080010
; assay: state v4 = 0x00010002
; assay: expect v5[*] = 0x33445566
; assay: expect v6[*] = 0x44556677
; assay: expect v7[*] = 0x33445566
; assay: expect v8[*] = 0x44556677
v_alignbit_b32 v5, v1, v2, v3
v_alignbit_b32 v6, v1, v2, v3 op_sel:[0,0,1,0]
v_alignbyte_b32 v7, v1, v2, v4
v_alignbyte_b32 v8, v1, v2, v4 op_sel:[0,0,1,0]
