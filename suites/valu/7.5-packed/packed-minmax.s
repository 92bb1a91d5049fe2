; Packed minimum and maximum compare each half, signed or not as named.
; RDNA3 ISA, 7.5, 16.10 V_PK_MIN_I16; Vega ISA, 12.10.  {-5, 7} and {3, -9}: minima {-5, -9}, as unsigned {3, 7}; maxima {3, 7}.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.packed, valu.minmax
; assay: state v1 = 0xfffb0007
; assay: state v2 = 0x0003fff7
; assay: expect v0[*] = 0xfffbfff7
; assay: expect v3[*] = 0x00030007
; assay: expect v4[*] = 0x00030007
; assay: expect v5[*] = 0xfffbfff7
v_pk_min_i16 v0, v1, v2
v_pk_min_u16 v3, v1, v2
v_pk_max_i16 v4, v1, v2
v_pk_max_u16 v5, v1, v2
