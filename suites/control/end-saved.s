; S_ENDPGM_SAVED ends the wave wherever it stands on Vega; on RDNA3 it belongs in the trap handler, and a program's ends too, with an error.
; Vega ISA, 4.1; RDNA3 ISA, 5.1, Table 12.
; kills: saved-end-refused
; assay: arch gfx906
; assay: rules control.privileged, control.end
; assay: expect s2 = 3
; assay: observe s2
s_mov_b32 s2, 3
s_endpgm_saved
s_mov_b32 s2, 4
