; The manual's own examples of V_RCP_F16: -inf, -2.0, -0, +0 and +inf.
; RDNA3 ISA, 16.8 V_RCP_F16; Vega ISA, 12.8.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 0x1f
; assay: state v0 = 0
; assay: state v1 = 0xfc00, 0xc000, 0x8000, 0, 0x7c00
; assay: expect v0[0] = 0x8000
; assay: expect v0[1] = 0xb800 ulp 1 f16
; assay: expect v0[2:4] = 0xfc00, 0x7c00, 0
; assay: observe v0
v_rcp_f16 v0, v1
