; A scalar store writes whole dwords; the two low bits of its address do not count.
; Vega ISA, 7.2.  buf + 7 counts as buf + 4; two dwords from buf + 8, four from buf + 16 + 16.
; kills: smem-offset-ignored
; assay: arch gfx906
; assay: rules smem.store, smem.offset
; assay: memory buf size=48 u32=1,2,3,4,5,6,7,8
; assay: state s[2:3] = buf
; assay: state s4 = 16
; assay: state s5 = 20
; assay: state s[6:7] = 0x2200000021
; assay: state s[8:9] = 0x3200000031
; assay: state s[10:11] = 0x3400000033
; assay: expect memory buf = u32:1,20,0x21,0x22,5,6,7,8,0x31,0x32,0x33,0x34
; assay: observe memory:buf
s_store_dword s5, s[2:3], 7
s_store_dwordx2 s[6:7], s[2:3], 8
s_store_dwordx4 s[8:11], s[2:3], s4 offset:16
s_waitcnt lgkmcnt(0)
