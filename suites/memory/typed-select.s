; BUFFER_LOAD_FORMAT takes format and components from the resource: 0, 1, W and X of 8_8_8_8 UINT.
; RDNA3 ISA, 9.3, 9.4.1; Vega ISA, 8.1.5.  Lane 1 lies out of bounds: 0, but 1 where DST_SEL says 1.
; kills: select-ignored
; assay: arch gfx906 gfx1100
; assay: rules memory.format.load, memory.buffer.bounds
; assay: memory buf u32=0x04030201,0x08070605
; assay: state exec = 3
; assay: state s[4:5] = buf
; assay: state s6 = 4
; assay[gfx906]: state s7 = 0x549c8
; assay[gfx1100]: state s7 = 0x3002e9c8
; assay: state v0 = lane * 4
; assay: state v[4:5] = 0
; assay: state v[6:7] = 0
; assay: expect v4[0:1] = 0, 0
; assay: expect v5[0:1] = 1, 1
; assay: expect v6[0:1] = 4, 0
; assay: expect v7[0:1] = 1, 0
buffer_load_format_xyzw v[4:7], v0, s[4:7], 0 offen
s_waitcnt vmcnt(0)
