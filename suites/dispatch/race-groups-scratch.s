; Private memory whose place the program gives is memory as any other: what one group stores there, and another loads by its address, races.
; Vega ISA, 9.4, 2.1; errata E-273.  FLAT_SCRATCH is 0x200000; group 0 stores lane + 5 at offset 0, whose dwords lie lane by lane; group 1 loads those.
; kills: scratch-groups-apart
; assay: arch gfx906
; assay: rules race.groups
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": "0x84", "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0}
; assay: memory out size=256 address=0x200000
; assay: expect finding race.groups
; assay: expect waves[1] s3 = 7
; assay: observe s3
s_mov_b64 flat_scratch, s[0:1]
s_mov_b32 s3, 7
s_mov_b32 s4, 0
v_add_u32_e32 v1, 5, v0
v_lshlrev_b32_e32 v2, 2, v0
s_cmp_eq_u32 s2, 0
s_cbranch_scc0 loads
s_nop 4
scratch_store_dword off, v1, s4
s_waitcnt vmcnt(0)
s_endpgm
loads:
global_load_dword v3, v2, s[0:1]
s_waitcnt vmcnt(0)
