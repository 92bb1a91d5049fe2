; Without the barrier the two waves race for the LDS bytes.
; RDNA3 ISA, 5.5, 12.5; Vega ISA, 4.3.  Wave 0 reads what wave 1 writes and the other way round: one race for each of the two words.
; kills: races-unreported
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules race.lds
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: lds 64
; assay: state s0 = 1
; assay: waves[0] v0 = 0
; assay: waves[0] v1 = 100
; assay: waves[0] v2 = 4
; assay: waves[1] v0 = 4
; assay: waves[1] v1 = 101
; assay: waves[1] v2 = 0
; assay: expect s0 = 1
; assay: expect finding race.lds
; assay: expect finding race.lds
; assay: observe s0
ds_write_b32 v0, v1
s_waitcnt lgkmcnt(0)
ds_read_b32 v3, v2
s_waitcnt lgkmcnt(0)
