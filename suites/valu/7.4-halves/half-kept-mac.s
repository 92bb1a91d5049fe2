; V_MAC_F16, V_MADAK_F16, V_MADMK_F16 and V_MAD_F16 keep the high half on Vega.
; Vega ISA, 12.7, and errata E-061.  2.0 * 3.0 + 4.0 = 10.0 = 0x4900 each way.
; kills: half-swapped
; assay: arch gfx906
; assay: rules valu.half.keep
; assay: state v0 = 0x12344400
; assay: state v2 = 0x12340000
; assay: state v3 = 0x12340000
; assay: state v4 = 0x12340000
; assay: state v8 = 0x4000
; assay: state v9 = 0x4200
; assay: state v10 = 0x4400
; assay: expect v0[*] = 0x12344900
; assay: expect v2[*] = 0x12344900
; assay: expect v3[*] = 0x12344900
; assay: expect v4[*] = 0x12344900
v_mac_f16 v0, v8, v9
v_madak_f16 v2, v8, v9, 0x4400
v_madmk_f16 v3, v8, 0x4200, v10
v_mad_f16 v4, v8, v9, v10
