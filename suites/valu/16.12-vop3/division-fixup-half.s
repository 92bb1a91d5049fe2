; V_DIV_FIXUP_F16: the same cases in f16.
; RDNA3 ISA, 16.12 V_DIV_FIXUP_F16; Vega ISA, 12.12.  1 / -0 = -inf; 0 / 0 = 0xfe00; -3 / 2 with 9.0 so far: -9.0 = 0xc880.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v0 = 0
; assay: state v1 = 0x3c00, 0, 0xc200
; assay: state v2 = 0x8000, 0, 0x4000
; assay: state v3 = 0x4880
; assay: state exec = 7
; assay: expect v0[0:2] = 0xfc00, 0xfe00, 0xc880
; assay: observe v0
v_div_fixup_f16 v0, v3, v2, v1
