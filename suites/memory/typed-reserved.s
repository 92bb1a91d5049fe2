; A format that the manual does not list is an error.
; RDNA3 ISA, 10.7; Vega ISA, 8.1.5.  Code 64; layout 1 with number 6.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: rules memory.format
; assay: memory buf u32=1,2
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 8
; assay[gfx906]: state s7 = 0x27fac
; assay[gfx1100]: state s7 = 0x30016fac
; assay: expect finding memory.format
; assay: expect s0 = 1
; assay: observe s0
s_mov_b32 s0, 1
.if gfx906
tbuffer_load_format_x v0, off, s[4:7], 0 format:97
.else
tbuffer_load_format_x v0, off, s[4:7], 0 format:64
.endif
s_waitcnt vmcnt(0)
