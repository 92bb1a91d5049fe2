; An atomic that nothing waited for is done before what other waves of the group issue behind a barrier.
; LLVM AMDGPUUsage, Memory Model GFX6-GFX9; Vega ISA, 4.4.  Each wave adds 5 or 6 to a dword
; of its own that holds 100; the other loads 106 and 105.
; kills: turn-late
; assay: arch gfx906
; assay: rules race.global
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory out bytes=6400000064000000
; assay: state s[2:3] = out
; assay: waves[0] v1 = 0
; assay: waves[0] v2 = 5
; assay: waves[0] v3 = 4
; assay: waves[1] v1 = 4
; assay: waves[1] v2 = 6
; assay: waves[1] v3 = 0
; assay: state v4 = 0
; assay: expect waves[0] v4[0] = 106
; assay: expect waves[1] v4[0] = 105
; assay: observe v4
s_mov_b64 exec, 1
global_atomic_add v1, v2, s[2:3]
s_barrier
global_load_dword v4, v3, s[2:3]
s_waitcnt vmcnt(0)
