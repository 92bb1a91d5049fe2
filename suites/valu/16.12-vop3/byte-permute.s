; V_PERM picks four bytes of {source 0, source 1}; selects 8 to 11 give signs, 12 zero, 13 and more ones.
; RDNA3 ISA, 16.12 V_PERM_B32; Vega ISA, 12.12.  Bytes 0-3 are source 1, 4-7 source 0.  0x0004050c: 00, byte 5 … in order high to low: byte 0 = 44, byte 4 = 88, byte 5 = 77, zero.
; 0x0d0b0908: ones; sign of byte 7 (0x80 | …) = ff; of byte 3 = 00; of byte 1 = 00.  Lane 1 is off.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.perm
; assay: state exec = 1
; assay: state v0 = 5
; assay: state v1 = 0x85667788
; assay: state v2 = 0x11223344
; assay: state v3 = 0x0004050c
; assay: state v4 = 0x0d0b0908
; assay: expect v0[0:1] = 0x44887700, 5
; assay: expect v5[0] = 0xffff0000
; assay: observe v0 v5
v_perm_b32 v0, v1, v2, v3
v_perm_b32 v5, v1, v2, v4
