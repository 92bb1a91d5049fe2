; With S_NOP between neither rule is broken; a wait for LGKMcnt alone is one, too.
; RDNA3 ISA, 13.4.1.
; kills: gws-any-wait
; assay: arch gfx1100
; assay: rules gws.wait, gws.end
; assay: state m0 = 0
; assay: state v1 = 0
; assay: state s0 = 1
; assay: expect s0 = 1
; assay: observe s0
ds_gws_init v1 gds
s_waitcnt_lgkmcnt null, 0x0
s_nop 0
s_endpgm
