; With a scalar base the vector register is an unsigned 32-bit offset.
; RDNA3 ISA, 11.2 (GVS); Vega ISA, 9.3.  Lane n reads buf + 8 + 4n - 8 = word n.
; kills: offset-unsigned
; assay: arch gfx906 gfx1100
; assay: rules memory.address.global, open.address
; assay: memory buf u32=10,11,12,13
; assay: state exec = 0xf
; assay: state s[2:3] = buf
; assay: state v1 = lane * 4 + 8
; assay: state v0 = 0
; assay: expect v0[0:3] = 10, 11, 12, 13
; assay: observe v0
global_load_dword v0, v1, s[2:3] offset:-8
s_waitcnt vmcnt(0)
