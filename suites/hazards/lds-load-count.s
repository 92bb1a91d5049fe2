; VA_VDST of S_WAITCNT_DEPCTR is how many vector ALU instructions may still be at work: 1 waits for the one before the last.
; RDNA3 ISA, 12.2.1.2; fields of LLVM AMDGPUUsage: VA_VDST SIMM16[15:12]: 0x1fff.  The second load meets the last, which 1 does not wait for.
; kills: depctr-count-unread
; assay: arch gfx1100
; assay: rules hazard.ldsdir.valu
; assay: lds 512
; assay: lds_bytes 07000000
; assay: state m0 = 0x20000
; assay: state v1 = 1
; assay: state v2 = 2
; assay: expect v1[*] = 7
; assay: expect finding hazard.ldsdir.valu
; assay: observe v1
v_mov_b32 v3, v1
v_mov_b32 v4, v2
s_waitcnt_depctr 0x1fff
lds_direct_load v1 wait_vdst:15
lds_direct_load v2 wait_vdst:15
s_waitcnt expcnt(0)
