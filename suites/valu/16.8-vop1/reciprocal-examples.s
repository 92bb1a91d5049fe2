; The manual's own examples of V_RCP_F32: -inf, -2.0, -0, +0 and +inf.
; RDNA3 ISA, 16.8 V_RCP_F32; Vega ISA, 12.8.  -2.0 within one unit in the last place, the others exactly.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 0x1f
; assay: state v1 = 0xff800000, 0xc0000000, 0x80000000, 0x00000000, 0x7f800000
; assay: state v0 = 0
; assay: expect v0[0] = 0x80000000
; assay: expect v0[1] = 0xbf000000 ulp 1
; assay: expect v0[2:4] = 0xff800000, 0x7f800000, 0
; assay: observe v0
v_rcp_f32 v0, v1
