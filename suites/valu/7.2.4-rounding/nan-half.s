; In f16 the quiet bit is bit 9: a signalling NaN keeps the rest of its payload.
; RDNA3 ISA, 7.2.4, and errata E-101; Vega ISA, 3.5.  0x7c01 gives 0x7e01; of two NaNs the first.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules float.nan
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v1 = 0x7c01
; assay: state v2 = 0xfe55
; assay: state v3 = 0x3c00
; assay: expect v0[*] = 0x7e01
; assay: expect v4[*] = 0x7e01
v_mul_f16 v0, v1, v3
v_add_f16 v4, v1, v2
