; An offset of a register and that of the instruction make one of 32 bits; the scalar one is added to the address.
; RDNA3 ISA, 9.4, Tables 43, 45; Vega ISA, 8.1.5; errata E-271.  -8 and 8 are 0, the first dword: 5; -8 and 12 are 4, the second: 6; -8 and a scalar 8 stay beyond the 16 bytes: 0.
; kills: offsets-unwrapped
; assay: arch gfx906 gfx1100
; assay: rules memory.buffer.address, memory.buffer.bounds
; assay: memory buf size=16 address=0x100000 u32=5,6,7,8
; assay[gfx906]: state s[4:7] = 0x100000, 0x0, 0x10, 0x24fac
; assay[gfx1100]: state s[4:7] = 0x100000, 0x0, 0x10, 0x30016fac
; assay: state s8 = 8
; assay: state exec = 1
; assay: state v1 = 0xfffffff8
; assay: state v2 = 9
; assay: state v3 = 9
; assay: state v4 = 9
; assay: expect v2[0] = 5
; assay: expect v3[0] = 6
; assay: expect v4[0] = 0
; assay: observe v2 v3 v4
.if gfx906
buffer_load_dword v2, v1, s[4:7], 0 offen offset:8
buffer_load_dword v3, v1, s[4:7], 0 offen offset:12
buffer_load_dword v4, v1, s[4:7], s8 offen
.else
buffer_load_b32 v2, v1, s[4:7], 0 offen offset:8
buffer_load_b32 v3, v1, s[4:7], 0 offen offset:12
buffer_load_b32 v4, v1, s[4:7], s8 offen
.endif
s_waitcnt vmcnt(0)
