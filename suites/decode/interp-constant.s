; Sources of VINTERP are VGPRs: NULL in SRC0 makes no instruction.
; RDNA3 ISA, 12.3, Table 58 (errata E-160).  v_interp_p10_f32 v1, null, v2, v3.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules decode.illegal
; assay: expect status illegal
.long 0xcd000001, 0x040e047c
