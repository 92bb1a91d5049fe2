; A DS store has no destination and a DS load no data: VDST, DATA0 and DATA1 are ignored.
; RDNA3 ISA, 12.5, 15.5; Vega ISA, 10.3, 13.5.  ds_write_b32 v1, v2 with VDST v5; ds_read_b32 v0, v1 with DATA0 v5 and DATA1 v6.
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules decode.unused_field
; assay: lds 1024
; assay: state v1 = 0,4,8,12
; assay: state v2 = 0x11,0x22,0x33,0x44
; assay: state exec = 15
; assay: state m0 = 0xffffffff
; assay: state v5 = 77
; assay: expect note decode.unused_field
; assay: expect v7[0:3] = 0x11,0x22,0x33,0x44
; assay: expect v5[*] = 77
; assay: observe v7 v5
.if gfx906
.long 0xd81a0000, 0x05000201
s_waitcnt lgkmcnt(0)
.long 0xd86c0000, 0x00060501
.else
.long 0xd8340000, 0x05000201
s_waitcnt lgkmcnt(0)
.long 0xd8d80000, 0x00060501
.endif
s_waitcnt lgkmcnt(0)
v_mov_b32 v7, v0
