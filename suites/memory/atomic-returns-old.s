; An atomic that returns gives what memory held before.
; RDNA3 ISA, 11, 16.15 GLOBAL_ATOMIC_ADD_U32; Vega ISA, 12.18.  100 + 7 = 107; max(107, 50) = 107; 107 ^ 0xff = 0x94.
; kills: atomic-returns-new
; assay: arch gfx906 gfx1100
; assay: rules memory.atomic, memory.align
; assay: memory buf u32=100
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 7
; assay: state v3 = 50
; assay: state v4 = 0xff
; assay: state v5 = 0
; assay: state v6 = 0
; assay: state v7 = 0
; assay: expect v5[0] = 100
; assay: expect v6[0] = 107
; assay: expect v7[0] = 107
; assay: expect memory buf = u32:0x94
; assay: observe v5 v6 v7 memory:buf
.if gfx906
global_atomic_add v5, v1, v2, s[2:3] glc
s_waitcnt vmcnt(0)
global_atomic_umax v6, v1, v3, s[2:3] glc
s_waitcnt vmcnt(0)
global_atomic_xor v7, v1, v4, s[2:3] glc
.else
global_atomic_add_u32 v5, v1, v2, s[2:3] glc
s_waitcnt vmcnt(0)
global_atomic_max_u32 v6, v1, v3, s[2:3] glc
s_waitcnt vmcnt(0)
global_atomic_xor_b32 v7, v1, v4, s[2:3] glc
.endif
s_waitcnt vmcnt(0)
