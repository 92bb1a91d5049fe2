; S_CODE_END is an illegal instruction, whatever the wave does before.
; RDNA3 ISA, 5.1, Table 14.
; kills: code-end-nothing
; assay: arch gfx1100
; assay: rules control.end
; assay: expect status illegal
; assay: expect s0 = 1
; assay: observe s0
s_mov_b32 s0, 1
s_code_end
s_mov_b32 s0, 2
