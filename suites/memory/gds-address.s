; M0 holds base and size of the global data share: an address counts from the base, whose low two bits are dropped.
; RDNA3 ISA, 12.6, 13.4.3; Vega ISA, 10.  Base 0x12 & ~3 = 16; 16 + 4 + offset 8 = 28: the eighth dword is 7.
; Byte 16 + 2 is the low byte of the upper half of 0x00050004: 5.
; kills: gds-base-ignored
; assay: arch gfx906 gfx1100
; assay: rules gds.address, gds.lds_only, gds.range
; assay: memory share space=gds u32=0,1,2,3,0x00050004,5,6,7,8,9
; assay: state v1 = 4
; assay: state v2 = 2
; assay: state v5 = 100
; assay: state m0 = 0x00120014
; assay: state v3 = 0
; assay: state v4 = 0
; assay: state v6 = 0
; assay: expect v3[0] = 7
; assay: expect v4[0] = 5
; assay: expect v6[0] = 5
; assay: expect memory share = u32:0,1,2,3,0x00050004,105,6,7,8,9
; assay: observe v3 v4 v6 memory:share
s_mov_b64 exec, 1
ds_read_b32 v3, v1 offset:8 gds
ds_read_u8 v4, v2 gds
ds_add_rtn_u32 v6, v1, v5 gds
s_waitcnt lgkmcnt(0)
