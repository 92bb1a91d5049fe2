; A result wider than its source may start at it, or end there.
; RDNA3 ISA, 16.8 V_CVT_F64_F32; Vega ISA, 12.8.  1.5 is 0x3ff80000_00000000; 3 as f64 0x40080000_00000000.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.sources_first
; assay: state v0 = 1.5
; assay: state v3 = 3
; assay: expect v[0:1] = 1.5
; assay: expect v[2:3] = 3.0
v_cvt_f64_f32 v[0:1], v0
v_cvt_f64_u32 v[2:3], v3
