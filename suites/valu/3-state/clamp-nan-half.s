; With DX10_CLAMP a NaN becomes 0 under CLAMP in f16, in each packed half and in f64.
; RDNA3 ISA, 3.4.2 (DX10_CLAMP), 7.2.3.1; Vega ISA, 3.5, 6.5.  inf - inf; {NaN, 0.5} + 0 = {0, 0.5}.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.float
; assay: state v0 = 0x12340000
; assay: state v1 = 0x7c00
; assay: state v2 = 0x7e003800
; assay: state v3 = 0
; assay: state v[4:5] = inf
; assay[gfx906]: expect v0[*] = 0
; assay[gfx1100]: expect v0[*] = 0x12340000
; assay: expect v6[*] = 0x00003800
; assay: expect v[8:9] = 0
v_add_f16_e64 v0, v1, -v1 clamp
v_pk_add_f16 v6, v2, v3 clamp
v_add_f64 v[8:9], v[4:5], -v[4:5] clamp
