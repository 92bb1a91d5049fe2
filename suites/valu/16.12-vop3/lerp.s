; V_LERP_U8 averages bytes; bit 0 of each byte of source 2 makes halves go up.
; RDNA3 ISA, 16.12 V_LERP_U8; Vega ISA, 12.12.  {1, 255, 3, 5} and {2, 255, 4, 4}: halves 1, 255, 3, 4, or 2 and 5 where source 2 has a one: bytes 2 and 0.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.lerp
; assay: state v1 = 0x01ff0305
; assay: state v2 = 0x02ff0404
; assay: state v3 = 0x00010001
; assay: state v6 = 0x01000000
; assay: expect v0[*] = 0x01ff0305
; assay: expect v4[*] = 0x01ff0304
; assay: expect v5[*] = 0x02ff0304
v_lerp_u8 v0, v1, v2, v3
v_lerp_u8 v4, v1, v2, 0
v_lerp_u8 v5, v1, v2, v6
