; V_PK_FMA_F16 rounds each half once.
; RDNA3 ISA, 7.5, 16.10 V_PK_FMA_F16; Vega ISA, 12.10.  Low: (1 + 3 * 2^-10)^2 - 1 = 6 * 2^-10 + 9 * 2^-20, in f16 0x1e02; with a rounded product 0x1e00.  High 2.0 * 3.0 + 1.0 = 7.0 = 0x4700.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.packed, float.fma
; assay: state v1 = 0x40003c03
; assay: state v2 = 0x42003c03
; assay: state v3 = 0x3c00bc00
; assay: expect v0[*] = 0x47001e02
v_pk_fma_f16 v0, v1, v2, v3
