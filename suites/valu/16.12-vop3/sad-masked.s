; V_MSAD_U8 leaves out the bytes whose reference, in source 1, is 0.
; RDNA3 ISA, 16.12 V_MSAD_U8; Vega ISA, 12.12.  Bytes 0x10, 0x30, 0x40 against 0x40, 0x30, 0x10: 0x30 + 0 + 0x30 = 96; plus 4; byte 2 (0x20 against 0) is left out.
; kills: msad-masked-by-first
; assay: arch gfx906 gfx1100
; assay: rules valu.sad
; assay: state v1 = 0x10203040
; assay: state v2 = 0x40003010
; assay: state v3 = 4
; assay: expect v0[*] = 100
v_msad_u8 v0, v1, v2, v3
