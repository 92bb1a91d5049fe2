; Formats of 1 and 2 bytes lie at any multiple of those, one of 8 at a multiple of 4.
; RDNA3 ISA, 9.5.  Bytes 3, 2 and 3, and 4 to 11 of 00 11 22 33 5 0 0 0 6 0 0 0.
; kills: format-dword
; assay: arch gfx1100
; assay: rules memory.format.align
; assay: memory buf u32=0x33221100,5,6
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 12
; assay: state s7 = 0x30016fac
; assay: state v[0:3] = 0
; assay: expect v0[0] = 0x33
; assay: expect v1[0] = 0x3322
; assay: expect v2[0] = 5
; assay: expect v3[0] = 6
tbuffer_load_format_x v0, off, s[4:7], 0 format:[BUF_FMT_8_UINT] offset:3
tbuffer_load_format_x v1, off, s[4:7], 0 format:[BUF_FMT_16_UINT] offset:2
tbuffer_load_format_xy v[2:3], off, s[4:7], 0 format:[BUF_FMT_32_32_UINT] offset:4
s_waitcnt vmcnt(0)
