; V_MAD_F32 rounds the product before it adds.
; Vega ISA, 12.12 V_MAD_F32.  (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24 rounds to 1 + 2^-11; less 1: 2^-11 = 0x3a000000 (fused: 0x3a000400).
; kills: third-source-zero
; assay: arch gfx906
; assay: rules float.mad
; assay: state v1 = 0x3f800800
; assay: expect v0[*] = 0x3a000000
v_mad_f32 v0, v1, v1, -1.0
