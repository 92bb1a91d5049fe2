; V_SAD takes differences of unsigned values and adds them to source 2.
; RDNA3 ISA, 16.12 V_SAD_U32, and errata E-071; Vega ISA, 12.12.  |1 - 0xffffffff| = 0xfffffffe (signed it would be 2).
; Bytes of 0x01ff0203 against 0xff010203: 0xfe + 0xfe = 508, plus 1 = 509.  Lane 1 is off.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.sad
; assay: state exec = 1
; assay: state v0 = 5
; assay: state v1 = 0xffffffff
; assay: state v2 = 0x01ff0203
; assay: state v3 = 0xff010203
; assay: expect v0[0:1] = 0xfffffffe, 5
; assay: expect v4[0] = 509
; assay: observe v0 v4
v_sad_u32 v0, 1, v1, 0
v_sad_u8 v4, v2, v3, 1
