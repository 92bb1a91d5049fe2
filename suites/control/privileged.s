; S_ENDPGM_SAVED is for the trap handler: in a program it is an error, and the wave ends.
; RDNA3 ISA, 5.1, Table 12 "intended for use only within the trap handler".
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules control.privileged
; assay: expect s2 = 3
; assay: expect finding control.privileged
; assay: observe s2
s_mov_b32 s2, 3
s_endpgm_saved
s_mov_b32 s2, 4
