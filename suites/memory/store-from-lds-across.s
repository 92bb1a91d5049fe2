; Bytes of LDS that go to a swizzled buffer lie side by side in LDS, whatever the buffer does with them.
; Vega ISA, 8.1.5, 8.1.7.  Elements of 4 bytes, eight records of 16 side by side, the lane is the index: byte 6 of record r lies at
; 4 * 8 + 4 * r + 2, byte 8 at 8 * 8 + 4 * r.  Lane 0's dword, at 2 + 6 of LDS, goes to 34, 35, 64, 65, lane 1's to 38, 39, 68, 69.
; kills: beside-lane-ignored
; assay: arch gfx906
; assay: rules memory.lds memory.buffer.address
; assay: lds 16
; assay: lds_bytes ffffffffffffffff0102030411121314
; assay: memory buf address=0x20000 u32=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
; assay: state exec = 3
; assay: state s[4:7] = 0x20000, 0x80100000, 8, 0x807fac
; assay: state m0 = 2
; assay: expect memory buf = u32:0,0,0,0,0,0,0,0,0x02010000,0x12110000,0,0,0,0,0,0,0x0403,0x1413,0,0,0,0,0,0
; assay: observe memory:buf
s_nop 0
buffer_store_lds_dword s[4:7], 0 offset:6 lds
s_waitcnt vmcnt(0)
