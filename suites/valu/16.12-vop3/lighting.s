; V_MULLIT: zero times anything is 0; the least number for a dark or unlit vertex.
; RDNA3 ISA, 16.12 V_MULLIT_F32, and errata E-130.  0 * infinity = 0; 2 * 3 = 6 with a positive third source; -MAX = 0xff7fffff for a third source of 0 or a second of -infinity.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules float.mullit
; assay: state v1 = 0.0, 2.0, 2.0, 2.0, 2.0
; assay: state v2 = inf, 3.0, 3.0, -inf, 3.0
; assay: state v3 = 1.0, 1.0, 0.0, 1.0, 0x7fc00000
; assay: observe v0
; assay: expect v0[0:4] = 0, 6.0, 0xff7fffff, 0xff7fffff, 0xff7fffff
v_mullit_f32 v0, v1, v2, v3
