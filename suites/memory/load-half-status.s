; A load of one half with TFE keeps the register's other half; its status is the whole next register, 0 without a fault where it was 0.
; RDNA3 ISA, 9.5; Vega ISA, 8.1; errata E-267, E-270.  The upper half of v4 gets 0x8765, its lower half and v6 stay.
; kills: status-unwritten
; assay: arch gfx906 gfx1100
; assay: rules memory.buffer.status, memory.d16
; assay: memory buf size=16 address=0x100000 u32=0x43218765
; assay: state s[4:7] = 0x100000, 0x0, 0x10, 0x30020fac
; assay: state exec = 1
; assay: state v4 = 0x11112222
; assay: state v5 = 0
; assay: state v6 = 0x55556666
; assay: expect v4[0] = 0x87652222
; assay: expect v5[0] = 0
; assay: expect v6[0] = 0x55556666
; assay: observe v4 v5 v6
.if gfx906
buffer_load_short_d16_hi v[4:5], off, s[4:7], 0 tfe
.else
buffer_load_d16_hi_b16 v[4:5], off, s[4:7], 0 tfe
.endif
s_waitcnt vmcnt(0)
