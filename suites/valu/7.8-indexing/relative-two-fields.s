; The two indices of V_MOVRELSD_2 are 10 bits each; other bits of M0 do not count.
; RDNA3 ISA, 7.8, Table 32.  M0 = 0xfc01fc02: source 2, destination 1 further.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules valu.movrel
; assay: state m0 = 0xfc01fc02
; assay: state v6 = 6
; assay: state v7 = 7
; assay: state v9 = 9
; assay: expect v6[*] = 9
; assay: observe v6
v_movrelsd_2_b32 v5, v7
