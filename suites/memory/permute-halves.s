; In wave64 DS_BPERMUTE reaches all lanes on Vega, and on RDNA3 the 32 of its own half.
; RDNA3 ISA, 12.5, and errata E-030; Vega ISA, 12.14.  Lane 1 asks for lane 34 = 2 modulo 32; lane 33 too.
; kills: bpermute-bounded
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules lds.permute
; assay: state v1 = 136
; assay: state v2 = lane + 100
; assay[gfx906]: expect v3[1] = 134
; assay[gfx1100]: expect v3[1] = 102
; assay: expect v3[33] = 134
ds_bpermute_b32 v3, v1, v2
s_waitcnt lgkmcnt(0)
