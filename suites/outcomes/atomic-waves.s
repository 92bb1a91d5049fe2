; Two waves add 1 to one place in LDS and get back what was there: one gets 0 and the other 1, whichever comes first, and 2
; is left.  Both 0, as if an addition had been lost, never comes out.
; RDNA3 ISA, 12.4 (atomics on LDS); Vega ISA, 10.
; kills: order-atomic-open
; assay: arch gfx906 gfx1100
; assay: rules order.atomic
; assay: wave 64
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: lds 512
; assay: lds_bytes 00000000
; assay: state exec = 1
; assay: state m0 = 0xffffffff
; assay: state v0 = 0
; assay: state v1 = 1
; assay: state v2 = 9
; assay: observe v2 lds
; assay: expect outcome waves[0] v2[0] = 0 ; waves[1] v2[0] = 1 ; lds = u32:2
; assay: expect outcome waves[0] v2[0] = 1 ; waves[1] v2[0] = 0 ; lds = u32:2
; assay: expect never waves[0] v2[0] = 0 ; waves[1] v2[0] = 0
ds_add_rtn_u32 v2, v0, v1
s_waitcnt lgkmcnt(0)
