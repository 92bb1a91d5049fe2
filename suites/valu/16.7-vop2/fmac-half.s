; V_FMAC_F16 adds to its destination with one rounding and keeps the other half.
; RDNA3 ISA, 16.7 V_FMAC_F16.  (1 + 3 * 2^-10)^2 - 1 = 0x1e02; with a rounded product 0x1e00.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules float.fma, valu.half.keep
; assay: state v0 = 0x1111bc00
; assay: state v1 = 0x3c03
; assay: expect v0[*] = 0x11111e02
v_fmac_f16 v0, v1, v1
