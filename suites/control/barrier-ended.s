; A wave that has ended is not waited for.
; RDNA3 ISA, 5.5; Vega ISA, 4.3.  Wave 1 ends at once; wave 0 passes its barrier.
; kills: condition-inverted
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules control.barrier, control.end
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: waves[0] s0 = 0
; assay: waves[0] s1 = 0
; assay: waves[1] s0 = 1
; assay: waves[1] s1 = 0
; assay: expect waves[0] s1 = 7
; assay: expect waves[1] s1 = 0
; assay: observe s1
s_cmp_eq_u32 s0, 1
s_cbranch_scc1 ends
s_barrier
s_mov_b32 s1, 7
ends:
s_endpgm
