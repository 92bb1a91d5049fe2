; A buffer instruction with a resource of another type is ignored: a load returns nothing, a store does nothing.
; RDNA3 ISA, 9.6; errata E-252.  TYPE is 2, as the upper bits of a one-dimensional image's; s[8:11] is the same buffer with TYPE 0.
; kills: type-unread
; assay: arch gfx906 gfx1100
; assay: rules memory.buffer.resource
; assay: memory buf u32=1,2,3,4
; assay: state exec = 3
; assay: state s[4:5] = buf
; assay: state s6 = 16
; assay[gfx906]: state s7 = 0x80027fac
; assay[gfx1100]: state s7 = 0xb0016fac
; assay: state s[8:9] = buf
; assay: state s10 = 16
; assay[gfx906]: state s11 = 0x27fac
; assay[gfx1100]: state s11 = 0x30016fac
; assay: state v0 = lane + 7
; assay: state v1 = lane * 4
; assay: state v2 = lane + 10
; assay: state v3 = 0
; assay: expect v0[0:1] = 7, 8
; assay: expect v3[0:1] = 1, 2
; assay: expect memory buf = u32:1,2,3,4
; assay: observe v0 v3 memory:buf
buffer_store_dword v2, v1, s[4:7], 0 offen
buffer_load_dword v0, v1, s[4:7], 0 offen
buffer_load_dword v3, v1, s[8:11], 0 offen
s_waitcnt vmcnt(0)
