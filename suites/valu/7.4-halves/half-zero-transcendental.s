; The 16-bit transcendental operations clear the high half on Vega and keep it on RDNA3.
; RDNA3 ISA, 7.4; Vega ISA, 12.8, and errata E-061.  Only the high halves are looked at.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.half.keep
; assay: state v0 = 0x12340000
; assay: state v2 = 0x12340000
; assay: state v3 = 0x12340000
; assay: state v4 = 0x12340000
; assay: state v5 = 0x12340000
; assay: state v6 = 0x12340000
; assay: state v7 = 0x12340000
; assay: state v1 = 0x4000
; assay[gfx906]: expect v0[*] = 0 mask 0xffff0000
; assay[gfx906]: expect v2[*] = 0 mask 0xffff0000
; assay[gfx906]: expect v3[*] = 0 mask 0xffff0000
; assay[gfx906]: expect v4[*] = 0 mask 0xffff0000
; assay[gfx906]: expect v5[*] = 0 mask 0xffff0000
; assay[gfx906]: expect v6[*] = 0 mask 0xffff0000
; assay[gfx906]: expect v7[*] = 0 mask 0xffff0000
; assay[gfx1100]: expect v0[*] = 0x12340000 mask 0xffff0000
; assay[gfx1100]: expect v2[*] = 0x12340000 mask 0xffff0000
; assay[gfx1100]: expect v3[*] = 0x12340000 mask 0xffff0000
; assay[gfx1100]: expect v4[*] = 0x12340000 mask 0xffff0000
; assay[gfx1100]: expect v5[*] = 0x12340000 mask 0xffff0000
; assay[gfx1100]: expect v6[*] = 0x12340000 mask 0xffff0000
; assay[gfx1100]: expect v7[*] = 0x12340000 mask 0xffff0000
v_rcp_f16 v0, v1
v_sqrt_f16 v2, v1
v_log_f16 v3, v1
v_rsq_f16 v4, v1
v_exp_f16 v5, v1
v_sin_f16 v6, v1
v_cos_f16 v7, v1
