; Accesses of two waves through a swizzled buffer do not race where their bytes lie apart, though one lies between the other's.
; RDNA3 ISA, 9.4.2, 5.5; Vega ISA, 8.1.5, 4.3.  Wave 0 writes 32 to 35 and 64 to 67; record 1 is 4 bytes further: wave 1 writes 36 to 39.
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
; assay: state v0 = 1
; assay: state v2 = 8
; assay: state v3 = 9
; assay: expect memory out+32 = u32:8,8
; assay: expect memory out+64 = u32:9
s_mov_b64 exec, 1
buffer_store_dwordx2 v[2:3], off, s[4:7], 0 offset:4
buffer_store_dword v2, v0, s[8:11], 0 idxen offset:4
