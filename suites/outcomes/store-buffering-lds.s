; Store buffering in LDS, without a wait: LDS operations of a wave are made in the order of issue.  Both old values never
; come out.
; RDNA3 ISA, 5.6 (instructions within a type, in order); Vega ISA, 4.4.
; kills: order-lds-free
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules order.lds race.lds
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: lds 512
; assay: lds_bytes 0000000000000000
; assay: state exec = 1
; assay: state m0 = 0xffffffff
; assay: state v2 = 1
; assay: waves[0] v0 = 0
; assay: waves[0] v1 = 4
; assay: waves[1] v0 = 4
; assay: waves[1] v1 = 0
; assay: state v3 = 9
; assay: observe v3
; assay: expect finding race.lds
; assay: expect finding race.lds
; assay: expect outcome waves[0] v3[0] = 0 ; waves[1] v3[0] = 1
; assay: expect outcome waves[0] v3[0] = 1 ; waves[1] v3[0] = 0
; assay: expect outcome waves[0] v3[0] = 1 ; waves[1] v3[0] = 1
ds_write_b32 v0, v2
ds_read_b32 v3, v1
s_waitcnt lgkmcnt(0)
