; What an instruction reads of LDS by itself, another wave's store must come before by a barrier, as before a load: without one what it reads is undefined.
; RDNA3 ISA, 5.5, 12.4; Vega ISA, 4.3, 10.3.1, 10.3.2 (errata E-162).  One wave stores 5 to dword 2, the other reads it before they meet and
; behind that: one race each of LDS_DIRECT and of P0 of attr0.x.
; kills: direct-reads-apart
; assay: arch gfx906
; assay: wave 64
; assay: rules race.lds, lds.direct, interp.parameter
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: lds 512
; assay: state exec = 1
; assay: state m0 = 0x20008
; assay: state v0 = 8
; assay: state v1 = 5
; assay: waves[0] s0 = 0
; assay: waves[1] s0 = 1
; assay: expect waves[1] v5[0] = 5
; assay: expect waves[1] v6[0] = 5
; assay: expect finding race.lds
; assay: expect finding race.lds
; assay: observe v5 v6
v_mov_b32 v5, 0
v_mov_b32 v6, 0
s_cmp_eq_u32 s0, 0
s_cbranch_scc0 reads
ds_write_b32 v0, v1
s_waitcnt lgkmcnt(0)
s_barrier
s_endpgm
reads:
v_mov_b32 v4, src_lds_direct
v_interp_mov_f32 v4, p0, attr0.x
s_barrier
v_mov_b32 v5, src_lds_direct
v_interp_mov_f32 v6, p0, attr0.x
