; Private memory lies wave by wave: two waves of a group store at the same offset and each loads its own back.
; RDNA3 ISA, 11.2; Vega ISA, 9.4.  Wave 0 stores lane + 100, wave 1 lane + 500, with a barrier before the loads.
; kills: scratch-shared
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules memory.address.scratch
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: scratch 16
; assay: waves[0] s4 = 4
; assay: waves[1] s4 = 4
; assay: waves[0] v1 = lane + 100
; assay: waves[1] v1 = lane + 500
; assay: expect waves[0] v5[0:2] = 100, 101, 102
; assay: expect waves[1] v5[0:2] = 500, 501, 502
scratch_store_dword off, v1, s4
s_waitcnt vmcnt(0)
s_barrier
scratch_load_dword v5, off, s4
s_waitcnt vmcnt(0)
