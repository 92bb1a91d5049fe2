; What S_DCACHE_WB has written back S_DCACHE_DISCARD does not lose, nor what lies in other lines.
; Vega ISA, 7.2, 12 S_DCACHE_WB.  buf is written back; buf + 64 lies in the next line.
; kills: write-back-ignored
; assay: arch gfx906
; assay: rules smem.discard
; assay: memory buf address=0x20000000 size=128 u32=1,2,3,4
; assay: state s[2:3] = buf
; assay: state s4 = 9
; assay: expect s5 = 9
; assay: expect s6 = 9
; assay: observe s5 s6
s_store_dword s4, s[2:3], 0
s_waitcnt lgkmcnt(0)
s_dcache_wb
s_waitcnt lgkmcnt(0)
s_store_dword s4, s[2:3], 64
s_waitcnt lgkmcnt(0)
s_dcache_discard s[2:3], 0
s_waitcnt lgkmcnt(0)
s_load_dword s5, s[2:3], 0
s_load_dword s6, s[2:3], 64
s_waitcnt lgkmcnt(0)
