; Typed buffer loads count on VMcnt; the second wait proves them.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.  buf = 7, as one 32-bit unsigned component.
; kills: typed-uncounted
; assay: arch gfx906 gfx1100
; assay: rules counter.vm.unwaited
; assay: memory buf u32=7
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 4
; assay[gfx906]: state s7 = 0x27fac
; assay[gfx1100]: state s7 = 0x30016fac
; assay: state v[8:9] = 0
; assay: expect v9[0] = 7
; assay: expect finding counter.vm.unwaited
; assay: observe v9
.if gfx906
tbuffer_load_format_x v2, off, s[4:7], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT]
.else
tbuffer_load_format_x v2, off, s[4:7], 0 format:[BUF_FMT_32_UINT]
.endif
v_mov_b32 v8, v2
s_waitcnt vmcnt(0)
v_mov_b32 v9, v2
