; Waves that wait at different barriers meet, and that is reported.
; RDNA3 ISA, 5.5; Vega ISA, 4.3.  Wave 0 waits behind the branch, wave 1 before it; both go on.
; kills: barriers-apart-untold
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules control.barrier, control.barrier.apart
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: waves[0] s0 = 0
; assay: waves[0] s1 = 0
; assay: waves[1] s0 = 1
; assay: waves[1] s1 = 0
; assay: expect waves[0] s1 = 7
; assay: expect waves[1] s1 = 8
; assay: expect note control.barrier.apart
; assay: observe s1
s_cmp_eq_u32 s0, 0
s_cbranch_scc1 first
s_barrier
s_mov_b32 s1, 8
s_endpgm
first:
s_barrier
s_mov_b32 s1, 7
