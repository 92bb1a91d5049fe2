; 64-bit shifts count with six bits; the reversed forms take the count first.
; RDNA3 ISA, 16.12 V_LSHLREV_B64; Vega ISA, 12.12.  0x80000000_00000003 by 65 & 63 = 1: left 6, right 0x40000000_00000001, arithmetic 0xc0000000_00000001.
; kills: shift-wide-unmasked
; assay: arch gfx906 gfx1100
; assay: rules valu.shift
; assay: state v1 = 65
; assay: state v[2:3] = 0x8000000000000003
; assay: expect v[4:5] = 6
; assay: expect v[6:7] = 0x4000000000000001
; assay: expect v[8:9] = 0xc000000000000001
v_lshlrev_b64 v[4:5], v1, v[2:3]
v_lshrrev_b64 v[6:7], v1, v[2:3]
v_ashrrev_i64 v[8:9], v1, v[2:3]
