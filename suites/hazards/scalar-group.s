; An invalidation of scalar caches right behind a scalar load, another one behind it, and a load right behind that: none is a group by itself.
; RDNA3 ISA, 8.3 "INV must be in a group by itself".  A group ends with an instruction of another kind: the s_nop.
; kills: scalar-group-unseen
; assay: arch gfx1100
; assay: rules hazard.smem.group
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: expect s4 = 7
; assay: expect s5 = 9
; assay: expect finding hazard.smem.group
; assay: expect finding hazard.smem.group
; assay: expect finding hazard.smem.group
s_load_b32 s4, s[2:3], 0x0
s_dcache_inv
s_gl1_inv
s_nop 0
s_dcache_inv
s_load_b32 s5, s[2:3], 0x4
s_waitcnt lgkmcnt(0)
