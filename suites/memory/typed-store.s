; A typed store clamps and rounds to the number format and packs components from the low bits on.
; RDNA3 ISA, 9.3, 10.7; Vega ISA, 8.1.5, and errata E-047.  2_10_10_10 UNORM: 0.5 * 1023 = 511.5 goes to 512, even; 2.0 to 1023; -1.0 to 0; 1.0 * 3 = 3.
; kills: number-unclamped
; assay: arch gfx906 gfx1100
; assay: rules memory.format.store
; assay: memory buf u32=0,0
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 8
; assay[gfx906]: state s7 = 0x27fac
; assay[gfx1100]: state s7 = 0x30016fac
; assay: state v0 = 0.5
; assay: state v1 = 2.0
; assay: state v2 = -1.0
; assay: state v3 = 1.0
; assay: expect memory buf = u32:0xc00ffe00,0
; assay: observe memory:buf
.if gfx906
tbuffer_store_format_xyzw v[0:3], off, s[4:7], 0 format:[BUF_DATA_FORMAT_2_10_10_10,BUF_NUM_FORMAT_UNORM]
.else
tbuffer_store_format_xyzw v[0:3], off, s[4:7], 0 format:[BUF_FMT_2_10_10_10_UNORM]
.endif
s_waitcnt vmcnt(0)
