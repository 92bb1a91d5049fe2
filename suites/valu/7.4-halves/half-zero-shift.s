; 16-bit shifts count with four bits; they clear the high half on Vega and keep it on RDNA3.
; RDNA3 ISA, 7.4, 16.12 V_LSHLREV_B16; Vega ISA, 12.7, and errata E-061.  0x8003 by 17 & 15 = 1: left 0x0006, right 0x4001, arithmetic 0xc001.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.half.keep, valu.shift
; assay: state v0 = 0x12340000
; assay: state v2 = 0x12340000
; assay: state v3 = 0x12340000
; assay: state v1 = 17
; assay: state v4 = 0x8003
; assay[gfx906]: expect v0[*] = 0x0006
; assay[gfx906]: expect v2[*] = 0x4001
; assay[gfx906]: expect v3[*] = 0xc001
; assay[gfx1100]: expect v0[*] = 0x12340006
; assay[gfx1100]: expect v2[*] = 0x12344001
; assay[gfx1100]: expect v3[*] = 0x1234c001
v_lshlrev_b16 v0, v1, v4
v_lshrrev_b16 v2, v1, v4
v_ashrrev_i16 v3, v1, v4
