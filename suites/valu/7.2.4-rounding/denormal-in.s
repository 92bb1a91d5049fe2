; Where MODE flushes input denormals a subnormal source counts as zero of its sign.
; RDNA3 ISA, 3.4.2; Vega ISA, 3.5.  MODE = 0x3c0: f32 flushed, f16 and f64 kept.  2^-130 * 2^10 is 0 with flushing; in f16 2^-15 * 4 = 2^-13 = 0x0800.
; kills: denormals-kept
; assay: arch gfx906 gfx1100
; assay: rules float.denorm.in
; assay: state mode = 0x3c0
; assay: state v1 = 0x00080000
; assay: state v2 = 0x44800000
; assay: state v3 = 0x0200
; assay: state v5 = 0
; assay: expect v0[*] = 0
; assay: expect v4[*] = 0x80000000
; assay: expect v5[*] = 0x0800
v_mul_f32 v0, v1, v2
v_mul_f32_e64 v4, -v1, v2
v_mul_f16 v5, 4.0, v3
