; S_ENDPGM_SAVED is for the trap handler: in a program it is an error, and the run ends as unsupported.
; RDNA3 ISA, 5.1; Vega ISA, 4.1.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: rules control.privileged
; assay: expect status unsupported
; assay: expect s2 = 3
; assay: observe s2
; assay: expect finding control.privileged
s_mov_b32 s2, 3
s_endpgm_saved
