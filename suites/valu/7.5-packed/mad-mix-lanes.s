; V_MAD_MIXLO_F16 and V_MAD_MIXHI_F16 write every live lane, the last too.
; Vega ISA, 12.10 V_MAD_MIXLO_F16, V_MAD_MIXHI_F16.  2 * 3 + 1 = 7 (0x4700); lane 63 is written as lane 0 is.
; kills: mad-mix-last-lane
; assay: arch gfx900 gfx902
; assay: rules valu.mix
; assay: state v1 = 2.0
; assay: state v2 = 3.0
; assay: state v3 = 1.0
; assay: state v4 = 0x12345678
; assay: state v5 = 0x12345678
; assay: expect v4[*] = 0x12344700
; assay: expect v5[*] = 0x47005678
; assay: observe v4 v5
v_mad_mixlo_f16 v4, v1, v2, v3
v_mad_mixhi_f16 v5, v1, v2, v3
