; V_PK_MIN_F16 and V_PK_MAX_F16 order -0 below +0 and pass over a quiet NaN.
; RDNA3 ISA, 7.5, 16.10 V_PK_MIN_F16; Vega ISA, 12.10.  {NaN, -0} and {1.0, +0}: minima {1.0, -0}, maxima {1.0, +0}.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.packed, float.minmax, float.signed_zero
; assay: state v1 = 0x7e008000
; assay: state v2 = 0x3c000000
; assay: expect v0[*] = 0x3c008000
; assay: expect v3[*] = 0x3c000000
v_pk_min_f16 v0, v1, v2
v_pk_max_f16 v3, v1, v2
