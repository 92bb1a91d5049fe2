; V_FMAC_F32 and V_MADMK_F32 have no SDWA form.
; Vega ISA, 13.3.7.  The words are v_fmac_f32 (opcode 59) with source 0 = 249 and a plain SDWA dword.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.sdwa, decode.illegal
; assay: expect status illegal
.long 0x760004f9, 0x06060601
