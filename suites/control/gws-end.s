; S_ENDPGM does not stand right behind that wait: S_NOP belongs between.
; RDNA3 ISA, 13.4.1 ("any instruction except: S_ENDPGM"); errata E-283.
; kills: gws-end-free
; assay: arch gfx1100
; assay: rules gws.end
; assay: state m0 = 0
; assay: state v1 = 0
; assay: state s0 = 1
; assay: expect note gws.end
; assay: expect s0 = 1
; assay: observe s0
ds_gws_init v1 gds
s_waitcnt lgkmcnt(0)
s_endpgm
