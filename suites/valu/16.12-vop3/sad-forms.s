; V_SAD_HI_U8 adds its sum of byte differences at bit 16, V_SAD_U16 those of two halves.
; RDNA3 ISA, 16.12 V_SAD_HI_U8; Vega ISA, 12.12.  |0x10 - 0x40| + |0x20 - 0x30| twice = 0x80: 0x800000 + 5; |0xffff - 1| + |2 - 5| = 0x10001, plus 7.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.sad
; assay: state v1 = 0x10203040
; assay: state v2 = 0x40302010
; assay: state v3 = 5
; assay: state v4 = 0xffff0002
; assay: state v5 = 0x00010005
; assay: state v6 = 7
; assay: expect v0[*] = 0x800005
; assay: expect v7[*] = 0x10008
v_sad_hi_u8 v0, v1, v2, v3
v_sad_u16 v7, v4, v5, v6
