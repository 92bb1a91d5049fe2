; What reads LDS as it runs, reads it before or behind another wave's store: Vega's operand LDS_DIRECT, in each of two groups by itself.
; Vega ISA, 4.3, 10.3.1; docs/outcomes.md.  One wave of a group stores 7 to dword 0, which holds 0; the other reads it: 0 or 7, and of two groups
; every pair.
; kills: order-direct-passes
; assay: arch gfx906
; assay: rules race.lds, lds.direct
; assay: registers {"COMPUTE_NUM_THREAD_X": 128, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": "0x8080"}
; assay: lds 512
; assay: lds_bytes 00000000
; assay: observe v3
; assay: expect finding race.lds
; assay: expect finding race.lds
; assay: expect outcome waves[1] v3[0] = 0 ; waves[3] v3[0] = 0
; assay: expect outcome waves[1] v3[0] = 0 ; waves[3] v3[0] = 7
; assay: expect outcome waves[1] v3[0] = 7 ; waves[3] v3[0] = 0
; assay: expect outcome waves[1] v3[0] = 7 ; waves[3] v3[0] = 7
v_mov_b32 v3, 9
v_readfirstlane_b32 s4, v0
s_mov_b64 exec, 1
s_mov_b32 m0, 0x20000
v_mov_b32 v1, 0
v_mov_b32 v2, 7
s_cmp_eq_u32 s4, 0
s_cbranch_scc0 reads
ds_write_b32 v1, v2
s_endpgm
reads:
v_mov_b32 v3, src_lds_direct
