; V_BFM makes a mask of source 0 bits at the place source 1 says, both modulo 32.
; RDNA3 ISA, 16.12 V_BFM_B32; Vega ISA, 12.12.  4 at 8: 0xf00; 32 & 31 = 0 at 8: 0; 36 & 31 = 4 at 40 & 31 = 8: 0xf00.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.bitfield
; assay: state v1 = 4
; assay: state v2 = 8
; assay: state v3 = 36
; assay: state v4 = 40
; assay: expect v0[*] = 0xf00
; assay: expect v5[*] = 0
; assay: expect v6[*] = 0xf00
v_bfm_b32 v0, v1, v2
v_bfm_b32 v5, 32, v2
v_bfm_b32 v6, v3, v4
