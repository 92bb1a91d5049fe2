; Through a swizzled buffer two waves race where the bytes of both lie in one place; the dwords of one access lie apart.
; RDNA3 ISA, 9.4.2, 5.5; Vega ISA, 8.1.5, 4.3.  Elements of 4 bytes, 8 records side by side: byte n of record 0 is at n / 4 * 32 + n % 4, so wave 0 writes 32 to 35 and 64 to 67, wave 1 64 to 67.
; kills: swizzled-side-by-side
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules race.global
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory out size=4096 address=0x100000
; assay[gfx906]: waves[0] s[4:7] = 0x100000, 0x80400000, 0x1000, 0x10020000
; assay[gfx1100]: waves[0] s[4:7] = 0x100000, 0x40400000, 0x1000, 0x10020000
; assay: waves[0] s[8:11] = 0, 0, 0, 0
; assay: waves[1] s[4:7] = 0, 0, 0, 0
; assay[gfx906]: waves[1] s[8:11] = 0x100000, 0x80400000, 0x1000, 0x10020000
; assay[gfx1100]: waves[1] s[8:11] = 0x100000, 0x40400000, 0x1000, 0x10020000
; assay: state s0 = 1
; assay: state v[2:3] = 0x100000000
; assay: expect s0 = 1
; assay: expect finding race.global
; assay: observe s0
s_mov_b64 exec, 1
buffer_store_dwordx2 v[2:3], off, s[4:7], 0 offset:4
buffer_store_dword v2, off, s[8:11], 0 offset:8
