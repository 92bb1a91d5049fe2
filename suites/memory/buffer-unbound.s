; A resource whose format is INVALID is unbound: loads give 0, stores and atomics do nothing, and the opcode's format is none.
; RDNA3 ISA, 9.3, 9.6; Vega ISA, 8.1.4, 8.1.8, and errata E-252.  Everything else of the V# is as in buffer-bounds.s.
; kills: unbound-read
; assay: arch gfx906 gfx1100
; assay: rules memory.buffer.resource
; assay: memory buf u32=1,2,3,4
; assay: state exec = 3
; assay: state s[4:5] = buf
; assay: state s6 = 16
; assay[gfx906]: state s7 = 0xfac
; assay[gfx1100]: state s7 = 0x30000fac
; assay: state v0 = 7
; assay: state v1 = lane * 4
; assay: state v2 = lane + 10
; assay: state v3 = 9
; assay: expect v0[0:1] = 0, 0
; assay: expect v3[0:1] = 0, 0
; assay: expect memory buf = u32:1,2,3,4
; assay: observe v0 v3 memory:buf
buffer_load_dword v0, v1, s[4:7], 0 offen
buffer_store_dword v2, v1, s[4:7], 0 offen
.if gfx906
tbuffer_load_format_x v3, v1, s[4:7], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT] offen
.else
tbuffer_load_format_x v3, v1, s[4:7], 0 format:[BUF_FMT_32_UINT] offen
.endif
s_waitcnt vmcnt(0)
