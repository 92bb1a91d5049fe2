; Lanes exchange a 4 x 4 table through LDS: lane 4r + c stores at 4 * (4r + c) and reads at 4 * (4c + r).
; RDNA3 ISA, 12.2; Vega ISA, 10.3.  Lane 1 (r 0, c 1) reads what lane 4 stored: 104; lane 7 (1, 3) that of lane 13: 113.
; kills: store-drops-lane
; assay: arch gfx906 gfx1100
; assay: rules lds.address, memory.store
; assay: lds 64
; assay: memory out size=64
; assay: state exec = 0xffff
; assay: state s[2:3] = out
; assay: state v0 = lane * 4
; assay: state v1 = lane + 100
; assay: state v2 = lane
; assay: state v3 = 0
; assay: expect v3[1] = 104
; assay: expect v3[7] = 113
; assay: expect memory out+28 = u32:113
; assay: expect memory out+60 = u32:115
; assay: observe v3 memory:out
v_and_b32 v4, 3, v2
v_lshrrev_b32 v5, 2, v2
v_lshlrev_b32 v4, 4, v4
v_lshl_or_b32 v4, v5, 2, v4
ds_write_b32 v0, v1
ds_read_b32 v3, v4
s_waitcnt lgkmcnt(0)
global_store_dword v0, v3, s[2:3]
