; NULL as the base of a scalar load is an address of 0, as the constants of a buffer one without records: no word of it
; is M0, whose code is the next.  RDNA3 ISA, 3.3.1.4: "referencing … NULL … returns zero".
; kills: null-behind
; assay: arch gfx1100
; assay: rules smem.load
; assay: memory buf address=0x20000 u32=7,8
; assay: state m0 = 4
; assay: expect s4 = 7
; assay: expect s[6:7] = 0x800000007
; assay: expect s8 = 0
; assay: observe s4 s[6:7] s8
s_load_b32 s4, null, 0x20000
s_load_b64 s[6:7], null, 0x20000
.long 0xf420023e, 0xf8000000                         ; s_buffer_load_b32 s8, null, 0x0
s_waitcnt lgkmcnt(0)
