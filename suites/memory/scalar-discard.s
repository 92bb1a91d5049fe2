; S_DCACHE_DISCARD may lose what scalar stores wrote to its line: the bytes are undefined, and a branch on them is noted.
; Vega ISA, 7.2, 12 S_DCACHE_DISCARD.  The six low bits of buf + 60 do not count.
; kills: discard-ignored
; assay: arch gfx906
; assay: rules smem.discard
; assay: memory buf address=0x20000000 size=128 u32=1,2,3,4
; assay: state s[2:3] = buf
; assay: state s4 = 9
; assay: expect note open.branch
; assay: observe s4
s_store_dword s4, s[2:3], 0
s_waitcnt lgkmcnt(0)
s_dcache_discard s[2:3], 60
s_waitcnt lgkmcnt(0)
s_load_dword s5, s[2:3], 0
s_waitcnt lgkmcnt(0)
s_cmp_eq_u32 s5, 9
s_cbranch_scc0 end
end:
s_nop 0
