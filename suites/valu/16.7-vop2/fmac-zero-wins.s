; V_FMAC_DX9_ZERO adds nothing when a factor is 0, even against infinity.
; RDNA3 ISA, 16.7 V_FMAC_DX9_ZERO_F32.  inf * 0 + 3.0 = 3.0; 2.0 * 4.0 + 3.0 = 11.0.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules float.dx9
; assay: state v0 = 3.0
; assay: state v3 = 3.0
; assay: state v1 = inf
; assay: state v2 = 0.0
; assay: state v4 = 2.0
; assay: state v5 = 4.0
; assay: expect v0[*] = 3.0
; assay: expect v3[*] = 11.0
v_fmac_dx9_zero_f32 v0, v1, v2
v_fmac_dx9_zero_f32 v3, v4, v5
