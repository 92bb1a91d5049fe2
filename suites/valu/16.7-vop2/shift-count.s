; A 32-bit shift takes the low five bits of its count.
; RDNA3 ISA, 16.7 V_LSHLREV_B32; Vega ISA, 12.7.  3 << (33 & 31) = 6; 0x80000000 >> (63 & 31) = 1.
; kills: shift-unmasked
; assay: arch gfx906 gfx1100
; assay: rules valu.shift
; assay: state v1 = 33
; assay: state v2 = 3
; assay: state v3 = 63
; assay: state v4 = 0x80000000
; assay: expect v0[*] = 6
; assay: expect v5[*] = 1
v_lshlrev_b32 v0, v1, v2
v_lshrrev_b32 v5, v3, v4
