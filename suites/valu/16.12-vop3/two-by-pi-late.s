; V_TRIG_PREOP: for an exponent above 1077 the segment begins later, by as many bits.
; RDNA3 ISA, 16.12 V_TRIG_PREOP_F64; Vega ISA, VOP3 658.  2^60 has exponent field 1083: 53 bits from bit 6 of 2 / pi = 0.a2f9836e4e441529fc2757d1…: 0x3f87cc1b_727220a9; of 1.0 from bit 53: 0x3c94a7f0_9d5f47d4.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.trig_preop
; assay: state v[2:3] = 0x43b0000000000000
; assay: state v[4:5] = 0x3ff0000000000000
; assay: expect v[0:1] = 0x3f87cc1b727220a9
; assay: expect v[6:7] = 0x3c94a7f09d5f47d4
v_trig_preop_f64 v[0:1], v[2:3], 0
v_trig_preop_f64 v[6:7], v[4:5], 1
