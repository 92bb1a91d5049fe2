; After S_BARRIER a wave sees what every wave of the group stored in LDS before it.
; RDNA3 ISA, 5.5; Vega ISA, 4.3.  Wave n stores 100 + n at 4n and reads the word of the other: 101 and 100.
; kills: barrier-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules control.barrier race.lds control.barrier.apart control.barrier.unreached
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: lds 64
; assay: waves[0] v0 = 0
; assay: waves[0] v1 = 100
; assay: waves[0] v2 = 4
; assay: waves[1] v0 = 4
; assay: waves[1] v1 = 101
; assay: waves[1] v2 = 0
; assay: expect waves[0] v3[*] = 101
; assay: expect waves[1] v3[*] = 100
; assay: observe v3
ds_write_b32 v0, v1
s_waitcnt lgkmcnt(0)
s_barrier
ds_read_b32 v3, v2
s_waitcnt lgkmcnt(0)
