; V_PK_MAD_I16 with CLAMP saturates each signed half.
; RDNA3 ISA, 7.5, 16.10 V_PK_MAD_I16; Vega ISA, 12.10.  {0x4000 * 2 + 1, -3 * 5 + 1}: {0x7fff, -14}; without CLAMP {0x8001, -14}.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.packed, valu.clamp.int
; assay: state v1 = 0x4000fffd
; assay: state v2 = 0x00020005
; assay: state v3 = 0x00010001
; assay: expect v0[*] = 0x7ffffff2
; assay: expect v4[*] = 0x8001fff2
v_pk_mad_i16 v0, v1, v2, v3 clamp
v_pk_mad_i16 v4, v1, v2, v3
