; V_FMAC_F32, new with this chip beside V_MAC_F32, rounds once.
; RDNA3 ISA, 16.7 V_FMAC_F32; Vega ISA, 12.7.  (1 + 2^-12)^2 - 1 = 2^-11 + 2^-24 = 0x3a000400.
; kills: fma-unfused
; assay: arch gfx906 gfx1100
; assay: rules float.fma
; assay: state v1 = 0x3f800800
; assay: state v0 = -1.0
; assay: expect v0[*] = 0x3a000400
v_fmac_f32 v0, v1, v1
