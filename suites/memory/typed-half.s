; D16 forms hold two components a register; an f32 becomes an f16 by truncation, D16_HI writes the upper half alone.
; RDNA3 ISA, 9.3.1; Vega ISA, 8.1.6.  0x3f801fff truncates to 0x3c00, -2.0 is 0xc000.
; kills: half-rounded
; assay: arch gfx906 gfx1100
; assay: rules memory.format.load
; assay: memory buf u32=0x3f801fff,0xc0000000
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 8
; assay[gfx906]: state s7 = 0x5ffac
; assay[gfx1100]: state s7 = 0x30032fac
; assay: state v0 = 0
; assay: state v1 = 0x1234
; assay: expect v0[0] = 0xc0003c00
; assay: expect v1[0] = 0x3c001234
.if gfx906
buffer_load_format_d16_xy v0, off, s[4:7], 0
buffer_load_format_d16_hi_x v1, off, s[4:7], 0
.else
buffer_load_d16_format_xy v0, off, s[4:7], 0
buffer_load_d16_hi_format_x v1, off, s[4:7], 0
.endif
s_waitcnt vmcnt(0)
