; V_PK_FMAC_F16 adds both halves of its products to its destination.
; RDNA3 ISA, 16.7 V_PK_FMAC_F16.  {2.0 * 3.0 + 1.0, 4.0 * 0.5 + 2.0} = {7.0, 4.0}.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules valu.packed, float.fma
; assay: state v0 = 0x3c004000
; assay: state v1 = 0x40004400
; assay: state v2 = 0x42003800
; assay: expect v0[*] = 0x47004400
v_pk_fmac_f16 v0, v1, v2
