; Add-TID forms address M0[15:0], the offset and four times the lane, whether lanes are live or not.
; RDNA3 ISA, 12.5; Vega ISA, 10.  Lane n at 8 + 4 + 4n: lane 0 finds 4, lane 1 finds 5; lanes 0 and 2 then store 70 and 72 at 0 + 4n.
; kills: lane-address-ignored
; assay: arch gfx906 gfx1100
; assay: rules lds.addtid, lds.addtid.align
; assay: lds 32
; assay: lds_bytes 0100000002000000030000000400000005000000060000000700000008000000
; assay: state exec = 3
; assay: state s0 = 0x50000
; assay: state v1 = 9
; assay: state v2 = 70, 71, 72
; assay: expect v1[0:1] = 4, 5
; assay: expect lds = u32:70,2,72,4,5,6,7,8
; assay: observe v1 lds
s_add_u32 m0, s0, 8
s_nop 0
.if gfx906
ds_read_addtid_b32 v1 offset:4
.else
ds_load_addtid_b32 v1 offset:4
.endif
s_waitcnt lgkmcnt(0)
s_mov_b32 m0, 0
s_mov_b64 exec, 5
.if gfx906
ds_write_addtid_b32 v2
.else
ds_store_addtid_b32 v2
.endif
s_waitcnt lgkmcnt(0)
