; One wave waits at a barrier, the other turns in a loop that has none: the barrier is not met, and the finding names the missing wave.
; RDNA3 ISA, 5.5; Vega ISA, 4.3.
; kills: barrier-unreached-untold
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules control.barrier.unreached
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: waves[0] s0 = 0
; assay: waves[1] s0 = 1
; assay: limits instructions=200
; assay: expect status limit
; assay: expect note control.barrier.unreached
; assay: expect waves[0] s0 = 0
; assay: observe s0
s_cmp_eq_u32 s0, 0
s_cbranch_scc0 turn
s_barrier
s_endpgm
turn:
s_branch turn
