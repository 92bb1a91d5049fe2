; V_WRITELANE may take its value from M0.
; RDNA3 ISA, 7.2.1; Vega ISA, 6.2.1.  93 - 16 = 77.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules valu.writelane
; assay: state s0 = 93
; assay: state v0 = 9
; assay: expect v0[0:3] = 9, 77, 9, 9
; assay: observe v0
s_add_u32 m0, s0, -16
v_writelane_b32 v0, m0, 1
