; V_RCP_IFLAG_F32 is a reciprocal that raises integer division by zero (bit 6) and no float exception.
; RDNA3 ISA, 16.8 V_RCP_IFLAG_F32; Vega ISA, 12.8.  1 / -0 = -inf, TRAPSTS.EXCP = 0x40; 1 / 4.0 = 0.25.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state trapsts = 0
; assay: state v1 = 4.0
; assay: state v2 = 0
; assay: expect v0[*] = 0x3e800000 ulp 1
; assay: expect v3[*] = -inf
; assay: expect trapsts = 0x40
; assay: observe v0 v3 trapsts
v_rcp_iflag_f32 v0, v1
v_rcp_iflag_f32_e64 v3, -v2
