; Without DX10_CLAMP a NaN passes CLAMP.
; RDNA3 ISA, 3.4.2 (DX10_CLAMP); Vega ISA, 3.5.  MODE = 0x2f0.  inf - inf is a NaN; 2.0 + 2.0 is still clamped to 1.0.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.float
; assay: state mode = 0x2f0
; assay: state v1 = inf
; assay: state v2 = 2.0
; assay: expect v0[*] = nan
; assay: expect v3[*] = 1.0
v_add_f32_e64 v0, v1, -v1 clamp
v_add_f32_e64 v3, v2, v2 clamp
