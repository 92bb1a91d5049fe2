; V_QSAD_PK_U16_U8 compares four bytes with four places of a window of eight, a byte apart; four sums of 16 bits.
; RDNA3 ISA, 16.12 V_QSAD_PK_U16_U8; Vega ISA, 12.12.  Window 0x88..0x11, reference 4, 3, 2, 1: sums 160, 228, 296, 364, plus 1 each.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.sad
; assay: state exec = 1
; assay: state v[2:3] = 0x8877665544332211
; assay: state v4 = 0x04030201
; assay: state v[6:7] = 0x0001000100010001
; assay: state v0 = 5
; assay: state v1 = 5
; assay: expect v0[0:1] = 0x00e500a1, 5
; assay: expect v1[0:1] = 0x016d0129, 5
; assay: observe v0 v1
v_qsad_pk_u16_u8 v[0:1], v[2:3], v4, v[6:7]
