; Operations on f64 have no DPP form on Vega.
; Vega ISA, 6.6.  The words are v_rcp_f64 (VOP1 37) with source 0 = 250.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.dpp16, decode.illegal
; assay: expect status illegal
.long 0x7e004afa, 0xff000002
