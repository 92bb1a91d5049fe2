; Vector accesses of the waves of a group keep the order of issue: behind a barrier one reads what another stored,
; though nothing waited for the store.
; LLVM AMDGPUUsage, Memory Model GFX6-GFX9 (release at workgroup scope has no vmcnt); Vega ISA, 4.4.  Each wave stores
; its number, meets the other, and loads the other's: 6 and 5.
; kills: turn-forgotten
; assay: arch gfx906
; assay: rules race.global
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory out size=512
; assay: state s[2:3] = out
; assay: waves[0] v1 = 0
; assay: waves[0] v2 = 5
; assay: waves[0] v3 = 256
; assay: waves[1] v1 = 256
; assay: waves[1] v2 = 6
; assay: waves[1] v3 = 0
; assay: expect waves[0] v4[0] = 6
; assay: expect waves[1] v4[0] = 5
; assay: observe v4
s_mov_b64 exec, 1
global_store_dword v1, v2, s[2:3]
s_barrier
global_load_dword v4, v3, s[2:3]
s_waitcnt vmcnt(0)
