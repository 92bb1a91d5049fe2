; A signalling NaN in any source of a fused sum comes out quiet, with its payload.
; RDNA3 ISA, 7.2.4, and errata E-101; Vega ISA, 3.5 (IEEE).  0x7f800001 | 0x00400000 = 0x7fc00001; 0xff812345 gives 0xffc12345.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.nan
; assay: state v1 = 2.0
; assay: state v2 = 0x7f800001
; assay: state v3 = 0xff812345
; assay: expect v0[*] = 0x7fc00001
; assay: expect v4[*] = 0xffc12345
; assay: expect v5[*] = 0xffc12345
v_fma_f32 v0, v1, v1, v2
v_fma_f32 v4, v1, v1, v3
v_fma_f32 v5, v3, v1, 0
