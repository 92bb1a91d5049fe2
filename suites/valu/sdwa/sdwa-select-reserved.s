; Select 7 of SDWA is reserved.
; Vega ISA, 13.3.7.  The words are v_mov_b32_sdwa v0, v1 with SRC0_SEL = 7.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.sdwa, decode.illegal
; assay: expect status illegal
.long 0x7e0002f9, 0x00070601
