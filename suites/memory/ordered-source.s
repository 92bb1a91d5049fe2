; Source and destination of DS_ORDERED_COUNT are different registers, so that it can be done again.
; RDNA3 ISA, 13.4.1.
; kills: ordered-source-untold
; assay: arch gfx1100
; assay: rules gws.source
; assay: state m0 = 0
; assay: state v1 = 9
; assay: state s1 = 3
; assay: expect s1 = 3
; assay: expect finding gws.source
; assay: observe s1
s_mov_b64 exec, 1
ds_ordered_count v1, v1 offset:0x100 gds
s_waitcnt lgkmcnt(0)
s_nop 0
