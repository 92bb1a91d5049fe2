; V_WRITELANE writes one lane, even one that is off, from an SGPR, M0 or a constant; the other lanes stay.
; RDNA3 ISA, 7.2.1, 3.2.3; Vega ISA, 6.2.1, 12.12.  Lanes 2 and 35 mod 32 = 3 (in wave64 lane 35).
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.writelane
; assay: state exec = 0
; assay: state s2 = 35
; assay: state s4 = 2
; assay: state s5 = 77
; assay: state m0 = 2
; assay: state v0 = 9
; assay: expect v0[0:2] = 9, 9, 77
; assay[gfx1100,32]: expect v0[3] = 0xfffffff0
; assay[64]: expect v0[35] = 0xfffffff0
; assay: observe v0
v_writelane_b32 v0, s5, m0
v_writelane_b32 v0, -16, s2
