; Private memory is memory: who reads a wave's by its address, while that wave stores there, races with it.
; RDNA3 ISA, 11.2, 5.5; Vega ISA, 9.4, 4.3.  Wave 0 stores 5 at offset 0 of lane 0, the first dword of private memory; wave 1 loads that
; dword, before the two meet and behind that.
; kills: scratch-apart
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules race.global, memory.address.scratch
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory buf size=512
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state flat_scratch = buf
; assay: state s4 = 0
; assay: state v1 = 5
; assay: state v2 = 0
; assay: waves[0] s0 = 0
; assay: waves[1] s0 = 1
; assay: expect waves[1] v5[0] = 5
; assay: expect finding race.global
; assay: observe v5
v_mov_b32 v5, 0
s_cmp_eq_u32 s0, 0
s_cbranch_scc0 reads
scratch_store_dword off, v1, s4
.if gfx1100
s_waitcnt_vscnt null, 0
.else
s_waitcnt vmcnt(0)
.endif
s_barrier
s_endpgm
reads:
global_load_dword v4, v2, s[2:3]
s_barrier
global_load_dword v5, v2, s[2:3]
s_waitcnt vmcnt(0)
