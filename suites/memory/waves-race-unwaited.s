; A barrier orders what is waited for: a store that is outstanding across it races with a load of another wave behind it.
; RDNA3 ISA, 5.5, 5.6; Vega ISA, 4.3, 4.4.  Each wave reads what the other writes: a race for each of the two words.
; kills: barrier-settles
; assay: arch gfx906 gfx1100
; assay: rules race.lds
; assay: wave 64
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
s_barrier
ds_read_b32 v3, v2
s_waitcnt lgkmcnt(0)
