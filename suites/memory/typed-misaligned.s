; A formatted access lies at a multiple of its format's size, at most 4.
; RDNA3 ISA, 9.5 ("4-byte and larger formats require 4-byte alignment").
; kills: format-anywhere
; assay: arch gfx1100
; assay: rules memory.format.align
; assay: memory buf u32=1,2,3
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 12
; assay: state s7 = 0x30016fac
; assay: state s0 = 1
; assay: expect finding memory.format.align
; assay: expect s0 = 1
; assay: observe s0
tbuffer_load_format_xy v[0:1], off, s[4:7], 0 format:[BUF_FMT_32_32_UINT] offset:2
s_waitcnt vmcnt(0)
