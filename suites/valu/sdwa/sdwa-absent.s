; Source code 249 is SDWA on Vega and reserved on RDNA3, which has no SDWA.
; RDNA3 ISA, 7.2, Table 26 (249 reserved); Vega ISA, 13.3.7.  The words are v_mov_b32_sdwa v0, v1 with byte 1: on Vega byte 1 of 0x8900 = 0x89.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules decode.operand.reserved, decode.sdwa
; assay: state v1 = 0x8900
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0x7e0002f9, 0x00061601
