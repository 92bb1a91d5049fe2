; An invalidation of the scalar cache with instructions of other kinds before and behind it is a group by itself; loads in a row are one.
; RDNA3 ISA, 8.3.
; kills: scalar-group-alike
; assay: arch gfx1100
; assay: rules hazard.smem.group
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: expect s4 = 7
; assay: expect s5 = 9
; assay: expect s6 = 7
s_load_b32 s4, s[2:3], 0x0
s_load_b32 s5, s[2:3], 0x4
s_nop 0
s_dcache_inv
s_waitcnt lgkmcnt(0)
s_load_b32 s6, s[2:3], 0x0
s_waitcnt lgkmcnt(0)
