; In a swizzled buffer an access may lie across elements: each byte is where the formula has it.
; RDNA3 ISA, 9.4.2; Vega ISA, 8.1.5.  Elements of 4 bytes, eight records of 16 bytes side by side: byte 6 of record r lies at 4 * 8 + 4 * r + 2,
; bytes 8 and 9 at 8 * 8 + 4 * r.  Record 0: bytes 34, 35, 64, 65; record 1: 38, 39, 68, 69; there are eight.  Memory holds its own address.
; kills: elements-together
; assay: arch gfx906 gfx1100
; assay: rules memory.buffer.address
; assay: observe v5
; assay[gfx906]: state s[4:7] = 0x20000, 0x80100000, 8, 0x8000
; assay[gfx1100]: state s[4:7] = 0x20000, 0x40100000, 8, 0x10020000
; assay: state v1 = lane
; assay: memory buf address=0x20000 bytes=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f
; assay: expect v5[0:8] = 0x41402322, 0x45442726, 0x49482b2a, 0x4d4c2f2e, 0x51503332, 0x55543736, 0x59583b3a, 0x5d5c3f3e, 0
buffer_load_dword v5, v1, s[4:7], 0 idxen offset:6
s_waitcnt vmcnt(0)
