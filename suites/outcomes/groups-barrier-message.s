; To another group a barrier keeps two stores of a group in no order, where nothing waited for the first: that is seen by the group's own
; waves alone.
; Vega ISA, 2.1, 4.3, 4.4; RDNA3 ISA, 5.6, here in CU mode; errata E-189.  One group's first wave stores 1 to x, meets its other wave, and stores 1 to y; the other group's
; loads y, waits, and loads x: all four pairs come out, the new y with the old x too.
; kills: order-barrier-touches
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules order.groups race.groups
; assay: registers {"COMPUTE_NUM_THREAD_X": 128, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": "0x84", "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0}
; assay: memory out size=512 address=0x200000
; assay: observe v3 v4
; assay: expect finding race.groups
; assay: expect finding race.groups
; assay: expect outcome waves[2] v3[0] = 0 ; waves[2] v4[0] = 0
; assay: expect outcome waves[2] v3[0] = 0 ; waves[2] v4[0] = 1
; assay: expect outcome waves[2] v3[0] = 1 ; waves[2] v4[0] = 0
; assay: expect outcome waves[2] v3[0] = 1 ; waves[2] v4[0] = 1
v_mov_b32 v3, 9
v_mov_b32 v4, 9
v_readfirstlane_b32 s4, v0
s_mov_b64 exec, 1
v_mov_b32 v1, 0
v_mov_b32 v2, 1
s_cmp_eq_u32 s4, 0
s_cbranch_scc0 meet
s_cmp_eq_u32 s2, 0
s_cbranch_scc0 other
s_nop 7
global_store_dword v1, v2, s[0:1]
s_barrier
global_store_dword v1, v2, s[0:1] offset:256
s_endpgm
other:
s_nop 7
global_load_dword v3, v1, s[0:1] offset:256
s_waitcnt vmcnt(0)
global_load_dword v4, v1, s[0:1]
meet:
s_barrier
s_waitcnt vmcnt(0)
