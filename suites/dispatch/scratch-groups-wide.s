; The same of two dwords a lane, which are one row each: groups that run one after another do not race for them.
; RDNA3 ISA, 3.4.7, 11.2; errata E-248, E-273.  Base 0x20000 << 8, WAVESIZE 4 << 12: 1 KB.  Lane n of group g stores n + 64 * g and 7 and loads
; them: 0 and 1; 64 and 65.
; kills: scratch-groups-race
; assay: arch gfx1100
; assay: wave 64
; assay: rules dispatch.scratch, race.groups
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": "0x81", "COMPUTE_TMPRING_SIZE": "0x4002", "COMPUTE_DISPATCH_SCRATCH_BASE_LO": "0x20000"}
; assay: memory private size=2048 address=0x2000000
; assay: expect waves[0] v4[0:1] = 0, 1
; assay: expect waves[1] v4[0:1] = 64, 65
; assay: expect waves[1] v5[0:1] = 7, 7
; assay: observe v4, v5
s_lshl_b32 s1, s0, 6
v_mov_b32 v3, 7
v_add_nc_u32 v2, s1, v0
scratch_store_b64 off, v[2:3], off offset:4
s_waitcnt_vscnt null, 0x0
scratch_load_b64 v[4:5], off, off offset:4
s_waitcnt vmcnt(0)
