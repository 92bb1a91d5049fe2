; A typed load converts each component by its number format, low bits first: 8_8_8_8 UNORM, then SINT.
; RDNA3 ISA, 9.3, 10.7; Vega ISA, 8.1.5.  0xff / 255 = 1.0, 0 = 0.0, 0x33 / 255 = 0.2 (0x3e4ccccd); 0x80 is -128.
; kills: number-unsigned
; assay: arch gfx906 gfx1100
; assay: rules memory.format.load, memory.format
; assay: memory buf u32=0x803300ff
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 4
; assay[gfx906]: state s7 = 0x27fac
; assay[gfx1100]: state s7 = 0x30016fac
; assay: state v[0:1] = 0
; assay: state v[2:3] = 0
; assay: state v[4:5] = 0
; assay: state v[6:7] = 0
; assay: expect v0[0] = 0x3f800000
; assay: expect v1[0] = 0
; assay: expect v2[0] = 0x3e4ccccd
; assay: expect v7[0] = 0xffffff80
.if gfx906
tbuffer_load_format_xyz v[0:2], off, s[4:7], 0 format:[BUF_DATA_FORMAT_8_8_8_8,BUF_NUM_FORMAT_UNORM]
tbuffer_load_format_xyzw v[4:7], off, s[4:7], 0 format:[BUF_DATA_FORMAT_8_8_8_8,BUF_NUM_FORMAT_SINT]
.else
tbuffer_load_format_xyz v[0:2], off, s[4:7], 0 format:[BUF_FMT_8_8_8_8_UNORM]
tbuffer_load_format_xyzw v[4:7], off, s[4:7], 0 format:[BUF_FMT_8_8_8_8_SINT]
.endif
s_waitcnt vmcnt(0)
