; A D16_HI load writes the high half and keeps the low one, extended by sign to 16 bits in the signed form.
; RDNA3 ISA, 11, 16.15 GLOBAL_LOAD_D16_HI_I8; Vega ISA, 8.1.
; kills: d16-whole
; assay: arch gfx906 gfx1100
; assay: rules memory.d16
; assay: memory buf bytes=80fe0000
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 0xaaaabbbb
; assay: state v3 = 0xaaaabbbb
; assay: expect v2[*] = 0xfe80bbbb
; assay: expect v3[*] = 0xff80bbbb
global_load_short_d16_hi v2, v1, s[2:3]
global_load_sbyte_d16_hi v3, v1, s[2:3]
s_waitcnt vmcnt(0)
