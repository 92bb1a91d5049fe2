; V_FMA_MIXLO writes the low half and keeps the high one, V_FMA_MIXHI the other way round.
; RDNA3 ISA, 7.5, 16.10; Vega ISA, 12.10.  2.0 * 3.0 + 4.0 = 10.0 = 0x4900 in f16.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.mix, valu.half.keep
; assay: state v0 = 0x11112222
; assay: state v4 = 0x11112222
; assay: state v1 = 2.0
; assay: state v2 = 3.0
; assay: state v3 = 4.0
; assay: expect v0[*] = 0x11114900
; assay: expect v4[*] = 0x49002222
v_fma_mixlo_f16 v0, v1, v2, v3
v_fma_mixhi_f16 v4, v1, v2, v3
