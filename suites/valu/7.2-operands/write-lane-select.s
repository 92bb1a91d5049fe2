; V_WRITELANE may take value and lane from a scalar register and M0: M0 as lane select is no second scalar value.
; Vega ISA, 6.2.1, 12.12; RDNA3 ISA, 7.2.2.3.  M0 = 19 - 16 = 3; lane 3 is off and written all the same.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules valu.writelane
; assay: state exec = 1
; assay: state s0 = 77
; assay: state s1 = 19
; assay: state v0 = 5
; assay: expect v0[2:4] = 5, 77, 5
; assay: observe v0
s_add_u32 m0, s1, -16
s_nop 0
v_writelane_b32 v0, s0, m0
