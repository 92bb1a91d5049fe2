; The same on RDNA3 is a race: waves of a group run on two compute units, each with a way of its own to memory.
; RDNA3 ISA, 5.5, 5.6; LLVM AMDGPUUsage, Memory Model GFX10-GFX11.  Only a wait for the
; store before the barrier orders them.
; kills: turn-for-all
; assay: arch gfx1100
; assay: wave 64
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
; assay: expect finding race.global
; assay: expect finding race.global
; assay: observe v1
s_mov_b64 exec, 1
global_store_b32 v1, v2, s[2:3]
s_barrier
global_load_b32 v4, v3, s[2:3]
s_waitcnt vmcnt(0)
