; The offset of a flat access has 12 bits; the one above them, which is the sign elsewhere, is ignored.
; RDNA3 ISA, 11.1; Vega ISA, 9.1.  buf + 4 holds 2: 0x1004 is 4.
; kills: flat-offset-wide
; assay: arch gfx906 gfx1100
; assay: rules memory.address
; assay: memory buf u32=1,2,3,4
; assay: state v[4:5] = buf
; assay: expect v0[*] = 2
.long 0xdc501004, 0x007c0004                 ; flat_load_dword v0, v[4:5]
s_waitcnt vmcnt(0) lgkmcnt(0)
