; On Vega DPP goes with the 32-bit encodings only: source code 250 in VOP3 is illegal.
; Vega ISA, 6.2, 13.3.9.  The words are v_add_u32_e64 v0, DPP, v1.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.dpp16, decode.illegal
; assay: expect status illegal
.long 0xd1340000, 0x000202fa
