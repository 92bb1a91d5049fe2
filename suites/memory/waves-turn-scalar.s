; Scalar loads have a way of their own: a vector store that nothing waited for races with one behind the barrier.
; Vega ISA, 4.4; LLVM AMDGPUUsage, Memory Model GFX6-GFX9.  Each wave reads what the other stored.
; kills: turn-for-scalars
; assay: arch gfx906
; assay: rules race.global
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory out size=512
; assay: state s[2:3] = out
; assay: waves[0] v1 = 0
; assay: waves[0] v2 = 5
; assay: waves[0] s4 = 256
; assay: waves[1] v1 = 256
; assay: waves[1] v2 = 6
; assay: waves[1] s4 = 0
; assay: expect finding race.global
; assay: expect finding race.global
; assay: observe v1
s_mov_b64 exec, 1
global_store_dword v1, v2, s[2:3]
s_barrier
s_load_dword s5, s[2:3], s4
s_waitcnt lgkmcnt(0)
