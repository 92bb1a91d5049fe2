; Nothing of the global data share is outstanding when DS_GWS_* is issued.
; RDNA3 ISA, 13.4.1.  The read has no wait.
; kills: gws-outstanding-untold
; assay: arch gfx1100
; assay: rules gws.outstanding
; assay: memory share space=gds size=16
; assay: state m0 = 16
; assay: state v1 = 0
; assay: state s1 = 3
; assay: expect s1 = 3
; assay: expect finding gws.outstanding
; assay: observe s1
s_mov_b64 exec, 1
ds_load_b32 v2, v1 gds
ds_gws_sema_v gds
s_waitcnt lgkmcnt(0)
