; The forms GFX9 calls legacy clear the high half; those of the same name without it keep the half.
; Vega ISA, 12.12, and errata E-061.  2 * 3 + 4 = 10 as integers; 2.0 * 3.0 + 4.0 = 10.0 = 0x4900 as f16.
; kills: half-swapped
; assay: arch gfx906
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
; assay: expect v0[*] = 10
; assay: expect v2[*] = 10
; assay: expect v3[*] = 0x4900
; assay: expect v4[*] = 0x4900
v_mad_legacy_u16 v0, v5, v6, v7
v_mad_legacy_i16 v2, v5, v6, v7
v_mad_legacy_f16 v3, v8, v9, v10
v_fma_legacy_f16 v4, v8, v9, v10
