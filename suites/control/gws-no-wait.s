; Right behind an instruction of global wave sync stands a wait for LGKMcnt 0.
; RDNA3 ISA, 13.4.1 ("must be issued as a single instruction clause of the form").
; kills: gws-wait-missing
; assay: arch gfx1100
; assay: rules gws.wait
; assay: state m0 = 0
; assay: state v1 = 0
; assay: expect finding gws.wait
; assay: expect s0 = 1
; assay: observe s0
ds_gws_init v1 gds
s_mov_b32 s0, 1
s_waitcnt lgkmcnt(0)
s_nop 0
