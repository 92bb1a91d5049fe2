; Bytes of a swizzled buffer that lie apart come to LDS side by side.
; Vega ISA, 8.1.5, 8.1.7.  Elements of 4 bytes, eight records of 16 side by side: byte 6 of record r lies at 4 * 8 + 4 * r + 2, bytes 8 and 9
; at 8 * 8 + 4 * r.  Record 0: bytes 34, 35, 64, 65, to 2 + 6 of LDS; record 1: 38, 39, 68, 69, behind it.  Memory holds its own address.
; kills: beside-lane-ignored
; assay: arch gfx906
; assay: rules memory.lds memory.buffer.address
; assay: lds 20
; assay: lds_bytes 0000000001000000020000000300000004000000
; assay: memory buf address=0x20000 bytes=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f
; assay: state exec = 3
; assay: state s[4:7] = 0x20000, 0x80100000, 8, 0x8000
; assay: state v1 = lane
; assay: state m0 = 2
; assay: expect lds = u32:0,1,0x41402322,0x45442726,4
; assay: observe lds
s_nop 0
buffer_load_dword v1, s[4:7], 0 idxen offset:6 lds
s_waitcnt vmcnt(0)
