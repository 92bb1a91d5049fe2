; V_MADMK_F32 has its constant where DPP would have its dword: it has no DPP form.
; Vega ISA, 6.6.  The words are v_madmk_f32 (VOP2 23) with source 0 = 250.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.dpp16, decode.illegal
; assay: expect status illegal
.long 0x2e0004fa, 0x3f800000
