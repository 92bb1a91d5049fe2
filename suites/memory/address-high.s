; Addresses of the upper half have their sign in all upper bits; a buffer resource holds 48 bits and is sign-extended.
; RDNA3 ISA, 9.4, 11.1; Vega ISA, 8.1, 9.  Global, scalar and two buffer loads find 2, 3, 4 and 5; the store leaves 9 behind them.
; kills: address-unsigned
; assay: arch gfx906 gfx1100
; assay: rules memory.address
; assay: memory buf address=0xffff800000001000 u32=1,2,3,4,5,6
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state s4 = 0x1000
; assay: state s5 = 0x8000
; assay: state s6 = 24
; assay[gfx906]: state s7 = 0x27fac
; assay[gfx1100]: state s7 = 0x30016fac
; assay: state v0 = 0
; assay: state v1 = 9
; assay: state v4 = 0
; assay: state v5 = 0
; assay: expect v4[0] = 2
; assay: expect s8 = 3
; assay: expect s9 = 4
; assay: expect v5[0] = 5
; assay: expect memory buf = u32:1,2,3,4,5,9
; assay: observe v4 v5 s8 s9 memory:buf
global_load_dword v4, v0, s[2:3] offset:4
s_load_dword s8, s[2:3], 8
s_buffer_load_dword s9, s[4:7], 12
buffer_load_dword v5, off, s[4:7], 0 offset:16
s_waitcnt vmcnt(0) lgkmcnt(0)
global_store_dword v0, v1, s[2:3] offset:20
.if gfx906
s_waitcnt vmcnt(0)
.else
s_waitcnt_vscnt null, 0x0
.endif
