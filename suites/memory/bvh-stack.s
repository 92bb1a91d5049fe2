; DS_BVH_STACK_RTN pushes pointers from the farthest on, up to the one visited last, and returns the nearest or what the stack has; both results come by LGKMcnt.
; RDNA3 ISA, 12.5.3, and errata E-192.  Lane 0 pushes 0x28 and 0x20 and returns 0x10; lane 1, 0x20 visited, pushes 0x28 and takes it again;
; lane 2 has nothing and takes the top, leaving ones; lane 3's stack is empty.  Entries lie 128 bytes apart; 8 of them for OFFSET1[5:4] = 0.
; kills: stack-nearest-pushed
; assay: arch gfx1100
; assay: rules memory.bvh.stack
; assay: lds 1024
; assay: lds_bytes 01000000020000000300000004000000
; assay: state exec = 15
; assay: state v1 = 0, 0x40000, 0x80001, 0xc0000
; assay: state v2 = 0xffffffff, 0x20, 0xffffffff, 0xffffffff
; assay: state v4 = 0x10, 0x10, 0xffffffff, 0xffffffff
; assay: state v5 = 0xffffffff
; assay: state v6 = 0x20, 0x20, 0xffffffff, 0xffffffff
; assay: state v7 = 0x28, 0x28, 0xffffffff, 0xffffffff
; assay: expect v3[0:3] = 0x10, 0x28, 3, 0xfffffffe
; assay: expect v1[0:3] = 2, 0x40000, 0x80000, 0xc0000
; assay: expect lds = u32:0x28,0xffffffff,0xffffffff,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0x20
; assay: observe v1 v3 lds
ds_bvh_stack_rtn_b32 v3, v1, v2, v[4:7]
s_waitcnt lgkmcnt(0)
