; V_DIV_FIXUP_LEGACY_F16 clears the high half, V_DIV_FIXUP_F16 keeps it.
; Vega ISA, 12.12, and errata E-061.  3 / 2 with 9.0 so far: 9.0 = 0x4880.
; kills: half-swapped
; assay: arch gfx906
; assay: rules valu.half.keep, float.div
; assay: state v0 = 0x12340000
; assay: state v4 = 0x12340000
; assay: state v1 = 0x4880
; assay: state v2 = 0x4000
; assay: state v3 = 0x4200
; assay: expect v0[*] = 0x00004880
; assay: expect v4[*] = 0x12344880
v_div_fixup_legacy_f16 v0, v1, v2, v3
v_div_fixup_f16 v4, v1, v2, v3
