; Three lanes of one wave add 1, 2 and 4 to one place: in each of their six orders a lane gets the sum of those before it.
; RDNA3 ISA, 12.4; Vega ISA, 10 (errata E-036: no order of lanes is stated).
; kills: order-lanes-fixed
; assay: arch gfx906 gfx1100
; assay: rules order.lanes
; assay: lds 512
; assay: lds_bytes 00000000
; assay: state exec = 7
; assay: state m0 = 0xffffffff
; assay: state v0 = 0
; assay: state v1 = 1, 2, 4
; assay: state v2 = 9
; assay: observe v2 lds
; assay: expect outcome v2[0:2] = 0, 1, 3 ; lds = u32:7
; assay: expect outcome v2[0:2] = 0, 5, 1 ; lds = u32:7
; assay: expect outcome v2[0:2] = 2, 0, 3 ; lds = u32:7
; assay: expect outcome v2[0:2] = 6, 0, 2 ; lds = u32:7
; assay: expect outcome v2[0:2] = 4, 5, 0 ; lds = u32:7
; assay: expect outcome v2[0:2] = 6, 4, 0 ; lds = u32:7
ds_add_rtn_u32 v2, v0, v1
s_waitcnt lgkmcnt(0)
