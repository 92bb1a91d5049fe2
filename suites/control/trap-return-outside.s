; S_RFE outside of the trap handler is an error, and an illegal instruction: there is nothing to go back to.
; RDNA3 ISA, 5.1 "may only be used within a trap handler"; Vega ISA, 12.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: rules control.privileged
; assay: expect status illegal
; assay: expect s2 = 3
; assay: observe s2
; assay: expect finding control.privileged
s_mov_b32 s2, 3
s_rfe_b64 s[0:1]
s_mov_b32 s2, 4
