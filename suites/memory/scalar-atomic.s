; A scalar atomic combines as a vector one; with GLC its data register gets what memory held before, else it stays.
; Vega ISA, 7.2.  100 + 7 = 107; max(107, 50) = 107; 107 ^ 0xff = 0x94; of two dwords 0x1_ffffffff + 1 = 0x2_00000000.
; kills: smem-glc-ignored
; assay: arch gfx906
; assay: rules smem.atomic
; assay: memory buf u32=100,0,0xffffffff,1
; assay: state s[2:3] = buf
; assay: state s4 = 7
; assay: state s5 = 50
; assay: state s6 = 0xff
; assay: state s[8:9] = 1
; assay: expect s4 = 100
; assay: expect s5 = 107
; assay: expect s6 = 0xff
; assay: expect s[8:9] = 0x1ffffffff
; assay: expect memory buf = u32:0x94,0,0,2
; assay: observe s4 s5 s6 s8 s9 memory:buf
s_atomic_add s4, s[2:3], 0 glc
s_atomic_add_x2 s[8:9], s[2:3], 8 glc
s_waitcnt lgkmcnt(0)
s_atomic_umax s5, s[2:3], 0 glc
s_waitcnt lgkmcnt(0)
s_atomic_xor s6, s[2:3], 0
s_waitcnt lgkmcnt(0)
