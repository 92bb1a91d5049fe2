; A direct load from LDS is not ordered with the wave's own stores to LDS: a wait must stand between.
; RDNA3 ISA, 5.6, 12.4: LGKMcnt counts the one, EXPcnt the other.  5 is stored to dword 2, and read behind the wait.
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules memory.own.unwaited, lds.direct
; assay: lds 512
; assay: state exec = 1
; assay: state m0 = 0x20008
; assay: state v0 = 8
; assay: state v1 = 5
; assay: state v5 = 0
; assay: expect v5[0] = 5
; assay: expect finding memory.own.unwaited
; assay: observe v5
ds_store_b32 v0, v1
v_nop
lds_direct_load v4 wait_vdst:0
s_waitcnt expcnt(0) lgkmcnt(0)
lds_direct_load v5 wait_vdst:0
s_waitcnt expcnt(0)
