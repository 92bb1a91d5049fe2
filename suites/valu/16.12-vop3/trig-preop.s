; V_TRIG_PREOP_F64 gives the 53 bits of 2/pi that segment source 1 names, scaled to their place, truncated.
; RDNA3 ISA, 16.12 V_TRIG_PREOP_F64; Vega ISA, 12.12.  Segment 0 is 2/pi truncated to 53 bits: 0x3fe45f306dc9c882; segment 1 the next 53: 0x3c94a7f09d5f47d4.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.trig_preop
; assay: state v[2:3] = 1.0
; assay: state v4 = 1
; assay: expect v[0:1] = 0x3fe45f306dc9c882
; assay: expect v[6:7] = 0x3c94a7f09d5f47d4
v_trig_preop_f64 v[0:1], v[2:3], 0
v_trig_preop_f64 v[6:7], v[2:3], v4
