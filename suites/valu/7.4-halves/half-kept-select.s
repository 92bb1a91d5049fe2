; The 16-bit operations that have OP_SEL keep the other half on both, though no OP_SEL bit is set.
; RDNA3 ISA, 7.4; Vega ISA, 12.12, and errata E-061.  2 * 3 + 4 = 10; 2.0 * 3.0 + 4.0 = 10.0 = 0x4900; the median of 2, 3, 4 is 3.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.half.keep
; assay: state v0 = 0x12340000
; assay: state v2 = 0x12340000
; assay: state v3 = 0x12340000
; assay: state v4 = 0x12340000
; assay: state v5 = 2
; assay: state v6 = 3
; assay: state v7 = 4
; assay: state v8 = 0x4000
; assay: state v9 = 0x4200
; assay: state v10 = 0x4400
; assay: expect v0[*] = 0x1234000a
; assay: expect v2[*] = 0x1234000a
; assay: expect v3[*] = 0x12344900
; assay: expect v4[*] = 0x12340003
v_mad_u16 v0, v5, v6, v7
v_mad_i16 v2, v5, v6, v7
v_fma_f16 v3, v8, v9, v10
v_med3_i16 v4, v5, v6, v7
