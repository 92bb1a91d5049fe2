; Of three D16 components the last leaves the upper half of its register alone.
; AMD's text of BUFFER_LOAD_D16_FORMAT_XYZ (VDATA[63:48] is preserved); RDNA3 ISA, 9.3.1; Vega ISA, 8.1.6.  255 / 255 is 0x3c00.
; kills: d16-last-zeroes
; assay: arch gfx906 gfx1100
; assay: rules memory.format.load
; assay: memory buf u32=0x07ff00ff
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 4
; assay[gfx906]: state s7 = 0x50fac
; assay[gfx1100]: state s7 = 0x3002afac
; assay: state v[0:1] = 0x1234567812345678
; assay: expect v0[0] = 0x3c00
; assay: expect v1[0] = 0x12343c00
.if gfx906
buffer_load_format_d16_xyz v[0:1], off, s[4:7], 0
.else
buffer_load_d16_format_xyz v[0:1], off, s[4:7], 0
.endif
s_waitcnt vmcnt(0)
