; A D16 load writes the low half and keeps the high one.
; RDNA3 ISA, 11, 16.15 GLOBAL_LOAD_D16_B16; Vega ISA, 8.1.  u8 0x80 = 0x0080, i8 0x80 = 0xff80.
; kills: d16-zeroes
; assay: arch gfx906 gfx1100
; assay: rules memory.d16
; assay: memory buf bytes=80fe0000
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 0xaaaabbbb
; assay: state v3 = 0xaaaabbbb
; assay: state v4 = 0xaaaabbbb
; assay: expect v2[*] = 0xaaaafe80
; assay: expect v3[*] = 0xaaaa0080
; assay: expect v4[*] = 0xaaaaff80
global_load_short_d16 v2, v1, s[2:3]
global_load_ubyte_d16 v3, v1, s[2:3]
global_load_sbyte_d16 v4, v1, s[2:3]
s_waitcnt vmcnt(0)
