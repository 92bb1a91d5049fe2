; V_MAD_I32_I24 takes bit 23 of its factors as the sign and adds 32 bits.
; RDNA3 ISA, 16.12 V_MAD_I32_I24; Vega ISA, 12.12.  -1 * 5 + 7 = 2.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.mul24
; assay: state v1 = 0x00ffffff
; assay: state v2 = 5
; assay: state v3 = 7
; assay: expect v0[*] = 2
v_mad_i32_i24 v0, v1, v2, v3
