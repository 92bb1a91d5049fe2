; Store buffering by two groups, each with a wait: groups run side by side in any order, but there is one memory.  Both old
; values never come out.
; RDNA3 ISA, 2.1; Vega ISA, 2.1, 4.4.
; kills: order-wait-passes
; assay: arch gfx906
; assay: rules order.groups race.groups
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": "0x84", "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0}
; assay: memory out size=512 address=0x200000
; assay: observe v3
; assay: expect finding race.groups
; assay: expect finding race.groups
; assay: expect outcome waves[0] v3[0] = 0 ; waves[1] v3[0] = 1
; assay: expect outcome waves[0] v3[0] = 1 ; waves[1] v3[0] = 0
; assay: expect outcome waves[0] v3[0] = 1 ; waves[1] v3[0] = 1
s_mov_b64 exec, 1
s_lshl_b32 s3, s2, 8
s_sub_u32 s4, 0x100, s3
v_mov_b32 v0, s3
v_mov_b32 v1, s4
v_mov_b32 v2, 1
s_nop 7
global_store_dword v0, v2, s[0:1]
s_waitcnt vmcnt(0)
global_load_dword v3, v1, s[0:1]
s_waitcnt vmcnt(0)
