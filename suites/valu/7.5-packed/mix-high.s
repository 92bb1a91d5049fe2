; V_FMA_MIXHI_F16 rounds to f16 into the high half and keeps the low one.
; RDNA3 ISA, 16.10 V_FMA_MIXHI_F16; Vega ISA, 12.10.  2.0 * 3.0 + 1.0 = 7.0 = 0x4700.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.mix, valu.half.keep
; assay: state v0 = 0x12345678
; assay: state v1 = 2.0
; assay: state v2 = 3.0
; assay: state v3 = 1.0
; assay: expect v0[*] = 0x47005678
v_fma_mixhi_f16 v0, v1, v2, v3
