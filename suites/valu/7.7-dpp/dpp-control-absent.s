; DPP controls from 0x150 on, row share and XOR masks, came later.
; Vega ISA, 13.3.9.  The words are v_mov_b32_dpp v0, v1 with control 0x150.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.dpp16, decode.illegal
; assay: expect status illegal
.long 0x7e0002fa, 0xff015001
